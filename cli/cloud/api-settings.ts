// Converts between the SDK's description of an API and its stages, and ours.
import type { MethodSetting, RestApi, Stage } from '@aws-sdk/client-api-gateway';
import type {
  ApiPatch,
  ApiStageSettings,
  CloudApi,
  CloudStage,
  Throttle,
} from './api-gateway-calls.js';

export function readApi(api: RestApi): CloudApi {
  const { id = '', name = '', description = '', createdDate, tags, endpointConfiguration } = api;
  const { types = [], vpcEndpointIds = [] } = endpointConfiguration ?? {};
  return {
    id,
    name,
    description,
    createdAt: createdDate?.getTime() ?? 0,
    tags: tags ?? {},
    settings: {
      endpointType: types[0] ?? 'REGIONAL',
      vpcEndpointIds: vpcEndpointIds.toSorted(),
      minimumCompressionSize: api.minimumCompressionSize,
      policy: readPolicy(api.policy),
    },
  };
}

/** API Gateway gives the policy as the inside of a JSON text: `{\"Version\":...}`, with its quotes escaped. */
function readPolicy(policy: string | undefined): unknown {
  if (policy === undefined || policy === '') return undefined;
  for (const text of [policy, `"${policy}"`]) {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'string' ? readPolicy(value) : value;
    } catch {
      // The next try reads the text as the content of a JSON string.
    }
  }
  return policy;
}

/** The settings of a stage that hold for all of its methods. */
const ALL_METHODS = '*/*';

export function readStage(stage: Stage): CloudStage {
  const { stageName = '', deploymentId = '', description = '' } = stage;
  return {
    name: stageName,
    deploymentId,
    description,
    tracing: stage.tracingEnabled ?? false,
    throttle: readThrottle(stage.methodSettings?.[ALL_METHODS]),
  };
}

/** API Gateway writes a removed limit as -1. */
function readThrottle(settings: MethodSetting | undefined): Throttle | undefined {
  const { throttlingRateLimit: rateLimit = -1, throttlingBurstLimit: burstLimit = -1 } =
    settings ?? {};
  return rateLimit < 0 && burstLimit < 0 ? undefined : { rateLimit, burstLimit };
}

/** `shown`: the stage as it is, where limits are to go. */
export function stagePatches(
  { tracing, throttle }: ApiStageSettings,
  shown: Stage | undefined,
): readonly ApiPatch[] {
  const limits = throttle ? limitPatches(throttle) : noLimitPatches(shown);
  return [{ op: 'replace', path: '/tracingEnabled', value: String(tracing) }, ...limits];
}

function limitPatches({ rateLimit, burstLimit }: Throttle): readonly ApiPatch[] {
  const path = `/${ALL_METHODS}/throttling`;
  return [
    { op: 'replace', path: `${path}/rateLimit`, value: String(rateLimit) },
    { op: 'replace', path: `${path}/burstLimit`, value: String(burstLimit) },
  ];
}

/** Only all settings of the methods can be removed at once, and somebody may have set others by hand. */
function noLimitPatches(shown: Stage | undefined): readonly ApiPatch[] {
  const settings = shown?.methodSettings?.[ALL_METHODS];
  if (!readThrottle(settings)) return [];
  const { loggingLevel = 'OFF', metricsEnabled, dataTraceEnabled, cachingEnabled } = settings ?? {};
  const hasOthers =
    loggingLevel !== 'OFF' || [metricsEnabled, dataTraceEnabled, cachingEnabled].includes(true);
  return hasOthers
    ? limitPatches({ rateLimit: -1, burstLimit: -1 })
    : [{ op: 'remove', path: `/${ALL_METHODS}` }];
}
