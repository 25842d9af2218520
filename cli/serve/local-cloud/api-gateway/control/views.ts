// Builds the members of responses from the stored state.
import type { Resource } from '../definition/definition.js';
import { type Fields, resourceId } from '../fields.js';
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

export function showResource(apiId: string, { path, methods }: Resource): Fields {
  const slash = path.lastIndexOf('/');
  return without({
    id: resourceId(apiId, path),
    ...(path !== '/' && {
      parentId: resourceId(apiId, path.slice(0, slash) || '/'),
      pathPart: path.slice(slash + 1),
    }),
    path,
    resourceMethods: Object.fromEntries(Object.keys(methods).map((name) => [name, {}])),
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
