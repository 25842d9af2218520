// Builds the members of responses from the stored state.
import type {
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

function without(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

export function showApi(api: Api): Fields {
  const { definition } = api;
  return without({
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
    policy: definition.policy && showPolicy(definition.policy),
    tags: Object.fromEntries(api.tags),
    disableExecuteApiEndpoint: false,
    rootResourceId: resourceId(api.id, '/'),
  });
}

export function showDeployment(deployment: Deployment): Fields {
  const { id, description, createdAt } = deployment;
  return without({ id, description, createdDate: seconds(createdAt) });
}

export function showStage(stage: Stage): Fields {
  const hasVariables = Object.keys(stage.variables).length > 0;
  return without({
    deploymentId: stage.deploymentId,
    stageName: stage.name,
    description: stage.description,
    cacheClusterEnabled: false,
    cacheClusterStatus: 'NOT_AVAILABLE',
    methodSettings: Object.fromEntries(
      Object.entries(stage.methodSettings).map(([path, settings]) => [
        path,
        showMethodSettings(settings),
      ]),
    ),
    variables: hasVariables ? stage.variables : undefined,
    tracingEnabled: stage.isTraced,
    tags: stage.tags.size > 0 ? Object.fromEntries(stage.tags) : undefined,
    createdDate: seconds(stage.createdAt),
    lastUpdatedDate: seconds(stage.updatedAt),
  });
}

/** Escapes the policy as the service does: as the content of a JSON string. */
function showPolicy(policy: string): string {
  return JSON.stringify(policy).slice(1, -1);
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
  const methods = Object.entries(resource.methods);
  return without({
    id: resourceId(api.id, path),
    ...(path !== '/' && {
      parentId: resourceId(api.id, path.slice(0, slash) || '/'),
      pathPart: path.slice(slash + 1),
    }),
    path,
    resourceMethods:
      methods.length === 0
        ? undefined
        : Object.fromEntries(
            methods.map(([name, method]) => [
              name,
              withMethods ? showMethod(api, path, { name, method }) : {},
            ]),
          ),
  });
}

function showMethod(
  api: Api,
  path: string,
  { name, method }: { readonly name: string; readonly method: Method },
): Fields {
  const { authorization, integration } = method;
  const kinds = new Map(api.definition.authorizers.map((entry) => [entry.name, entry.kind]));
  return without({
    httpMethod: name,
    authorizationType: {
      none: () => 'NONE',
      iam: () => 'AWS_IAM',
      authorizer: () =>
        kinds.get(authorization.kind === 'authorizer' ? authorization.name : '') === 'userPool'
          ? 'COGNITO_USER_POOLS'
          : 'CUSTOM',
    }[authorization.kind](),
    authorizerId:
      authorization.kind === 'authorizer' ? authorizerId(api.id, authorization.name) : undefined,
    apiKeyRequired: method.apiKeyRequired,
    operationName: method.operationName,
    requestParameters: orUndefined(method.requestParameters),
    methodResponses: orUndefined(
      Object.fromEntries(
        Object.entries(method.responses).map(([statusCode, headers]) => [
          statusCode,
          without({
            statusCode,
            responseParameters: orUndefined(
              Object.fromEntries(
                headers.map((header) => [`method.response.header.${header}`, false]),
              ),
            ),
          }),
        ]),
      ),
    ),
    methodIntegration: integration && showIntegration(integration, resourceId(api.id, path)),
  });
}

function showIntegration(integration: Integration, cacheNamespace: string): Fields {
  const isLambda = integration.kind === 'lambda';
  return {
    ...without({
      type: isLambda ? 'AWS_PROXY' : 'MOCK',
      httpMethod: isLambda ? integration.httpMethod : undefined,
      uri: isLambda ? integration.uri : undefined,
      requestTemplates: orUndefined(integration.requestTemplates),
      passthroughBehavior: integration.passthrough,
      contentHandling: integration.contentHandling,
      timeoutInMillis: integration.timeout,
      responseTransferMode:
        isLambda && integration.mode === 'STREAM' ? integration.mode : undefined,
      cacheNamespace,
      integrationResponses: orUndefined(
        Object.fromEntries(
          integration.responses.map((response) => [response.statusCode, showResponse(response)]),
        ),
      ),
    }),
    cacheKeyParameters: [],
  };
}

function showResponse(response: IntegrationResponse): Fields {
  return without({
    statusCode: response.statusCode,
    selectionPattern: response.pattern,
    responseParameters: orUndefined(response.parameters),
    responseTemplates: orUndefined(response.templates),
  });
}

function orUndefined(fields: Fields): Fields | undefined {
  return Object.keys(fields).length === 0 ? undefined : fields;
}

export function showAuthorizer(api: Api, authorizer: Authorizer): Fields {
  const shared = {
    id: authorizerId(api.id, authorizer.name),
    name: authorizer.name,
    identitySource: `method.request.header.${authorizer.header}`,
  };
  if (authorizer.kind === 'userPool') {
    return {
      ...shared,
      type: 'COGNITO_USER_POOLS',
      authType: 'cognito_user_pools',
      providerARNs: authorizer.providerArns,
    };
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
    tags: key.tags.size > 0 ? Object.fromEntries(key.tags) : undefined,
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
    tags: plan.tags.size > 0 ? Object.fromEntries(plan.tags) : undefined,
  });
}
