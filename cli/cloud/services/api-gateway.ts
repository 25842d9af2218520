// The API Gateway calls. A REST API is written as a complete OpenAPI document.
import type {
  Deployment,
  EndpointType,
  MethodSetting,
  RestApi,
  Stage,
} from '@aws-sdk/client-api-gateway';
import { sendUntilSeen } from '../attempts.js';
import type { Tags } from '../cloud.js';
import { unlessMissing } from '../cloud-error.js';
import { callOn, type Calls, type Opening, type Port, port } from '../service.js';
import { KEY_ACTIONS, keyCalls, type Throttle } from './api-keys.js';
import {
  type ApiGatewaySdk,
  type ApiPatch,
  arnIn,
  creation,
  DOMAIN_ACTIONS,
  domainCalls,
  PAGE,
} from './domains.js';

export type CloudApi = {
  readonly id: string;
  readonly name: string;
  /** The `info.description` of the last imported document. */
  readonly description: string;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
  readonly tags: Tags;
  readonly settings: ApiSettings;
};

export type ApiSettings = {
  /** `REGIONAL`, `EDGE` or `PRIVATE`. */
  readonly endpointType: string;
  readonly vpcEndpointIds: readonly string[];
  /** In bytes; undefined if responses are not compressed. */
  readonly minimumCompressionSize: number | undefined;
  /** The resource policy as a JSON value; undefined if there is none. */
  readonly policy: unknown;
};

/** The settings of a stage that do not depend on its deployment. */
export type ApiStageSettings = {
  readonly tracing: boolean;
  /** The limits of the stage; undefined if those of the account apply. */
  readonly throttle: Throttle | undefined;
};

export type CloudStage = ApiStageSettings & {
  readonly name: string;
  readonly deploymentId: string;
  readonly description: string;
};

export type CloudDeployment = {
  readonly id: string;
  readonly description: string;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
};

export type ApiCreation = { readonly name: string; readonly tags: Tags } & Partial<
  Pick<ApiSettings, 'endpointType' | 'vpcEndpointIds'>
>;

export type DeploymentCreation = {
  readonly stage: string;
  readonly description: string;
  readonly stageDescription: string;
};

export const apiGatewayPort: Port<
  'apiGateway',
  ReturnType<typeof apiCalls> & ReturnType<typeof domainCalls> & ReturnType<typeof keyCalls>
> = port({
  name: 'apiGateway',
  id: 'API_GATEWAY',
  prefix: 'apigateway',
  load: () => import('@aws-sdk/client-api-gateway'),
  client: 'APIGatewayClient',
  pageTokens: ['position', 'position'],
  // API Gateway's IAM actions are HTTP methods, and its resources are paths.
  actions: {
    ...DOMAIN_ACTIONS,
    ...KEY_ACTIONS,
    findApis: callOn('all-apis', 'read', 'apigateway:GET'),
    getApi: callOn('api', 'read', 'apigateway:GET'),
    createApi: creation('all-apis', 'api-tags'),
    tagApi: callOn('api-tags', 'write', 'apigateway:PUT'),
    untagApi: callOn('api-tags', 'write', 'apigateway:DELETE'),
    putApi: callOn('api', 'write', 'apigateway:PUT'),
    updateApi: callOn('api', 'write', 'apigateway:PATCH'),
    getStage: callOn('api', 'read', 'apigateway:GET'),
    listStages: callOn('api', 'read', 'apigateway:GET'),
    createDeployment: callOn('api', 'write', 'apigateway:POST'),
    getDeployment: callOn('api', 'read', 'apigateway:GET'),
    updateStage: callOn('api', 'write', 'apigateway:PATCH'),
    updateStageSettings: callOn('api', 'write', 'apigateway:PATCH'),
    deleteStage: callOn('api', 'write', 'apigateway:DELETE'),
    exportStage: callOn('api', 'read', 'apigateway:GET'),
    deleteApi: callOn('api', 'remove', 'apigateway:DELETE'),
  },
  calls: (calls, opening) => ({
    ...apiCalls(calls, opening),
    ...domainCalls(calls, opening.region),
    ...keyCalls(calls),
  }),
});

const EXPORTED = {
  exportType: 'oas30',
  accepts: 'application/json',
  parameters: { extensions: 'apigateway' },
};

function apiCalls(
  { send, find, remove, pages }: Calls<ApiGatewaySdk>,
  { region, signal }: Opening,
) {
  const arnOf = (id: string): string => arnIn(region, `restapis/${id}`);
  return {
    /** Returns all REST APIs in the region, or only those with this name. */
    findApis: async (name?: string): Promise<readonly CloudApi[]> => {
      const apis = await pages('GetRestApis', { limit: PAGE }, ({ items }) => items?.map(readApi));
      return apis.filter((api) => name === undefined || api.name === name);
    },

    getApi: (restApiId: string): Promise<CloudApi | undefined> =>
      find('GetRestApi', { restApiId }, readApi),

    /** The call is not repeated if the response is lost, because that could create a second API. */
    createApi: (creation: ApiCreation): Promise<CloudApi> => {
      const { name, tags, endpointType = 'REGIONAL', vpcEndpointIds = [] } = creation;
      const endpointConfiguration = {
        types: [endpointType as EndpointType], // because the configuration allows only the types of API Gateway
        ...(vpcEndpointIds.length > 0 && { vpcEndpointIds: [...vpcEndpointIds] }),
      };
      return send(
        'CreateRestApi',
        { name, tags: { ...tags }, endpointConfiguration },
        { read: readApi, repetition: 'once' },
      );
    },

    tagApi: (id: string, tags: Tags): Promise<void> =>
      send('TagResource', { resourceArn: arnOf(id), tags: { ...tags } }),

    untagApi: (id: string, keys: readonly string[]): Promise<void> =>
      send('UntagResource', { resourceArn: arnOf(id), tagKeys: [...keys] }),

    /** Replaces the entire API. `document` is OpenAPI 3.0 as JSON. */
    putApi: (restApiId: string, document: string): Promise<CloudApi> =>
      send('PutRestApi', { restApiId, mode: 'overwrite', body: Buffer.from(document) }, readApi),

    updateApi: (restApiId: string, patches: readonly ApiPatch[]): Promise<CloudApi> =>
      send('UpdateRestApi', { restApiId, patchOperations: [...patches] }, readApi),

    getStage: (restApiId: string, stageName: string): Promise<CloudStage | undefined> =>
      find('GetStage', { restApiId, stageName }, readStage),

    listStages: (restApiId: string): Promise<readonly CloudStage[]> =>
      unlessMissing(
        send('GetStages', { restApiId }, ({ item }) => (item ?? []).map(readStage)),
        [],
      ),

    /** Publishes the API to a stage, which is created if it does not exist. */
    createDeployment: (
      restApiId: string,
      { stage, description, stageDescription }: DeploymentCreation,
    ): Promise<CloudDeployment> =>
      send(
        'CreateDeployment',
        { restApiId, stageName: stage, description, stageDescription },
        { read: readDeployment, repetition: 'once' },
      ),

    getDeployment: (
      restApiId: string,
      deploymentId: string,
    ): Promise<CloudDeployment | undefined> =>
      find('GetDeployment', { restApiId, deploymentId }, readDeployment),

    /** Changes the deployment that a stage uses. */
    updateStage: (restApiId: string, stageName: string, deploymentId: string): Promise<void> =>
      send('UpdateStage', {
        restApiId,
        stageName,
        patchOperations: [{ op: 'replace', path: '/deploymentId', value: deploymentId }],
      }),

    /**
     * Removes limits that are not given, so that those of the account apply. Every attempt reads the stage, because limits that
     * do not exist cannot be removed.
     */
    updateStageSettings: (
      restApiId: string,
      stageName: string,
      settings: ApiStageSettings,
    ): Promise<void> => {
      const stage = { restApiId, stageName };
      const update = async (): Promise<void> => {
        const shown = settings.throttle
          ? undefined
          : await send('GetStage', stage, ({ methodSettings }) => methodSettings?.[ALL_METHODS]);
        const patchOperations = [...stagePatches(settings, shown)];
        await send('UpdateStage', { ...stage, patchOperations }, { repetition: 'once' });
      };
      return sendUntilSeen(update, () => Promise.resolve(undefined), signal);
    },

    deleteStage: (restApiId: string, stageName: string): Promise<void> =>
      remove('DeleteStage', { restApiId, stageName }),

    /** Returns the OpenAPI 3.0 document of a stage with its extensions, as JSON. */
    exportStage: (restApiId: string, stageName: string): Promise<string | undefined> =>
      find(
        'GetExport',
        { ...EXPORTED, restApiId, stageName },
        ({ body }) => body && Buffer.from(body).toString('utf8'),
      ),

    deleteApi: (restApiId: string): Promise<void> => remove('DeleteRestApi', { restApiId }),
  };
}

function readDeployment({ id = '', description = '', createdDate }: Deployment): CloudDeployment {
  return { id, description, createdAt: createdDate?.getTime() ?? 0 };
}

function readApi(api: RestApi): CloudApi {
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

/** Parses the policy, which API Gateway returns as the content of a JSON string: `{\"Version\":...}`, with escaped quotes. */
function readPolicy(policy: string | undefined): unknown {
  if (policy === undefined || policy === '') return undefined;
  for (const text of [policy, `"${policy}"`]) {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'string' ? readPolicy(value) : value;
    } catch {
      // The next attempt parses the text as the content of a JSON string.
    }
  }
  return policy;
}

/** The key of the settings that apply to all methods of a stage. */
const ALL_METHODS = '*/*';

function readStage(stage: Stage): CloudStage {
  const { stageName = '', deploymentId = '', description = '' } = stage;
  return {
    name: stageName,
    deploymentId,
    description,
    tracing: stage.tracingEnabled ?? false,
    throttle: readThrottle(stage.methodSettings?.[ALL_METHODS]),
  };
}

/** Reads the limits. API Gateway returns -1 for a removed limit. */
function readThrottle(settings: MethodSetting | undefined): Throttle | undefined {
  const { throttlingRateLimit: rateLimit = -1, throttlingBurstLimit: burstLimit = -1 } =
    settings ?? {};
  return rateLimit < 0 && burstLimit < 0 ? undefined : { rateLimit, burstLimit };
}

/** Returns the patches. `shown` contains the current settings for all methods; it is given if their limits must be removed. */
function stagePatches(
  { tracing, throttle }: ApiStageSettings,
  shown: MethodSetting | undefined,
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

/** Method settings can only be removed all at once, so if others were set manually, the limits are set to -1 instead. */
function noLimitPatches(settings: MethodSetting | undefined): readonly ApiPatch[] {
  if (!readThrottle(settings)) return [];
  const { loggingLevel = 'OFF', metricsEnabled, dataTraceEnabled, cachingEnabled } = settings ?? {};
  const hasOthers =
    loggingLevel !== 'OFF' || [metricsEnabled, dataTraceEnabled, cachingEnabled].includes(true);
  return hasOthers
    ? limitPatches({ rateLimit: -1, burstLimit: -1 })
    : [{ op: 'remove', path: `/${ALL_METHODS}` }];
}
