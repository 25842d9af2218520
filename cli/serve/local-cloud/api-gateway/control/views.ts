// Builds the members of responses from the stored state.
import type {
  Authorization,
  Authorizer,
  Integration,
  IntegrationResponse,
  Method,
  Resource,
} from '../definition/definition.js';
import { type Fields, authorizerId, resourceId } from '../fields.js';
import type { Api, ApiKey, Deployment, MethodSettings, Stage, UsagePlan } from './store.js';

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** Omits undefined members, empty lists and empty objects. */
function without(fields: Fields): Fields {
  const isEmpty = (value: unknown): boolean =>
    value === undefined || (value instanceof Object && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

export function showApi(api: Api): Fields {
  const { definition } = api;
  const shown = without({
    id: api.id,
    name: definition.name,
    description: definition.description,
    version: definition.version,
    createdDate: seconds(api.createdAt),
    binaryMediaTypes: definition.binaryMediaTypes,
    minimumCompressionSize: definition.minimumCompressionSize,
    apiKeySource: api.apiKeySource,
    endpointConfiguration: {
      types: [api.endpointType],
      ipAddressType: 'ipv4',
      ...(api.vpcEndpointIds.length > 0 && { vpcEndpointIds: api.vpcEndpointIds }),
    },
    // The service escapes the policy as the content of a JSON string.
    policy: definition.policy && JSON.stringify(definition.policy).slice(1, -1),
    disableExecuteApiEndpoint: false,
    rootResourceId: resourceId(api.id, '/'),
  });
  return { ...shown, tags: Object.fromEntries(api.tags) };
}

export function showDeployment({ id, description, createdAt }: Deployment): Fields {
  return without({ id, description, createdDate: seconds(createdAt) });
}

export function showStage(stage: Stage): Fields {
  const settings = Object.entries(stage.methodSettings).map(
    ([path, one]) => [path, showMethodSettings(one)] as const,
  );
  const shown = without({
    deploymentId: stage.deploymentId,
    stageName: stage.name,
    description: stage.description,
    cacheClusterEnabled: false,
    cacheClusterStatus: 'NOT_AVAILABLE',
    variables: stage.variables,
    tracingEnabled: stage.isTraced,
    tags: Object.fromEntries(stage.tags),
    createdDate: seconds(stage.createdAt),
    lastUpdatedDate: seconds(stage.updatedAt),
  });
  return { ...shown, methodSettings: Object.fromEntries(settings) };
}

function showMethodSettings(settings: MethodSettings): Fields {
  return {
    metricsEnabled: settings.metricsEnabled ?? false,
    loggingLevel: settings.loggingLevel ?? 'OFF',
    dataTraceEnabled: false,
    throttlingRateLimit: settings.rateLimit ?? 10_000,
    throttlingBurstLimit: settings.burstLimit ?? 5000,
    cachingEnabled: false,
    cacheTtlInSeconds: 300,
  };
}

export function showResource(api: Api, resource: Resource, withMethods: boolean): Fields {
  const { path } = resource;
  const slash = path.lastIndexOf('/');
  const methods = Object.entries(resource.methods).map(
    ([name, method]) => [name, withMethods ? showMethod(api, path, { name, method }) : {}] as const,
  );
  return without({
    id: resourceId(api.id, path),
    ...(path !== '/' && {
      parentId: resourceId(api.id, path.slice(0, slash) || '/'),
      pathPart: path.slice(slash + 1),
    }),
    path,
    resourceMethods: Object.fromEntries(methods),
  });
}

function showMethod(
  api: Api,
  path: string,
  { name, method }: { readonly name: string; readonly method: Method },
): Fields {
  const { authorization, integration } = method;
  const responses = Object.entries(method.responses).map(([statusCode, headers]) => {
    const names = headers.map((header) => [`method.response.header.${header}`, false] as const);
    const responseParameters = Object.fromEntries(names);
    return [statusCode, without({ statusCode, responseParameters })] as const;
  });
  return without({
    httpMethod: name,
    ...showAuthorization(api, authorization),
    apiKeyRequired: method.apiKeyRequired,
    operationName: method.operationName,
    requestParameters: method.requestParameters,
    methodResponses: Object.fromEntries(responses),
    methodIntegration: integration && showIntegration(integration, resourceId(api.id, path)),
  });
}

function showAuthorization({ id, definition }: Api, authorization: Authorization): Fields {
  if (authorization.kind === 'none') return { authorizationType: 'NONE' };
  if (authorization.kind === 'iam') return { authorizationType: 'AWS_IAM' };
  const { name } = authorization;
  const isPool = definition.authorizers.some((one) => one.name === name && one.kind === 'userPool');
  const authorizationType = isPool ? 'COGNITO_USER_POOLS' : 'CUSTOM';
  return { authorizationType, authorizerId: authorizerId(id, name) };
}

function showIntegration(integration: Integration, cacheNamespace: string): Fields {
  const responses = integration.responses.map(
    (response) => [response.statusCode, showResponse(response)] as const,
  );
  const shown = without({
    type: integration.kind === 'lambda' ? 'AWS_PROXY' : 'MOCK',
    ...(integration.kind === 'lambda' && {
      httpMethod: integration.httpMethod,
      uri: integration.uri,
      ...(integration.mode === 'STREAM' && { responseTransferMode: integration.mode }),
    }),
    requestTemplates: integration.requestTemplates,
    passthroughBehavior: integration.passthrough,
    contentHandling: integration.contentHandling,
    timeoutInMillis: integration.timeout,
    cacheNamespace,
    integrationResponses: Object.fromEntries(responses),
  });
  return { ...shown, cacheKeyParameters: [] };
}

function showResponse(response: IntegrationResponse): Fields {
  return without({
    statusCode: response.statusCode,
    selectionPattern: response.pattern,
    responseParameters: response.parameters,
    responseTemplates: response.templates,
  });
}

export function showAuthorizer(api: Api, authorizer: Authorizer): Fields {
  const shared = {
    id: authorizerId(api.id, authorizer.name),
    name: authorizer.name,
    identitySource: `method.request.header.${authorizer.header}`,
  };
  if (authorizer.kind === 'userPool') {
    const type = { type: 'COGNITO_USER_POOLS', authType: 'cognito_user_pools' };
    return { ...shared, ...type, providerARNs: authorizer.providerArns };
  }
  return without({
    ...shared,
    type: 'TOKEN',
    authType: 'custom',
    authorizerUri: authorizer.uri,
    identityValidationExpression: authorizer.validation,
    authorizerResultTtlInSeconds: authorizer.resultTtl,
  });
}

export function showApiKey(key: ApiKey, withValue: boolean): Fields {
  return without({
    id: key.id,
    name: key.name,
    value: withValue ? key.value : undefined,
    description: key.description,
    enabled: key.enabled,
    createdDate: seconds(key.createdAt),
    lastUpdatedDate: seconds(key.updatedAt),
    tags: Object.fromEntries(key.tags),
  });
}

export function showUsagePlan(plan: UsagePlan): Fields {
  return without({
    id: plan.id,
    name: plan.name,
    description: plan.description,
    apiStages: plan.stages.map(({ apiId, stage }) => ({ apiId, stage })),
    throttle: plan.throttle && { rateLimit: 0, burstLimit: 0, ...plan.throttle },
    quota: plan.quota && { offset: 0, ...plan.quota },
    tags: Object.fromEntries(plan.tags),
  });
}
