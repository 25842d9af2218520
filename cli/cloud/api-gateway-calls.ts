// The calls to API Gateway. A REST API is written as a whole OpenAPI document.
import type { Tags } from './cloud.js';
import { DOMAIN_ACTIONS, type DomainCalls } from './domain-calls.js';
import { type ActionsOf, call, callOn } from './call-needs.js';

export type CloudApi = {
  readonly id: string;
  readonly name: string;
  /** The `info.description` of the last imported document. */
  readonly description: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly tags: Tags;
  readonly settings: ApiSettings;
};

/** How an API is reached, and by whom. */
export type ApiSettings = {
  /** `REGIONAL`, `EDGE` or `PRIVATE`. */
  readonly endpointType: string;
  readonly vpcEndpointIds: readonly string[];
  /** Bytes; undefined: nothing is compressed. */
  readonly minimumCompressionSize: number | undefined;
  /** The resource policy, as a value of JSON; undefined when there is none. */
  readonly policy: unknown;
};

/** What a stage takes of all callers together. */
export type Throttle = {
  /** Requests a second. */
  readonly rateLimit: number;
  readonly burstLimit: number;
};

/** What a stage does whatever deployment it shows. */
export type ApiStageSettings = {
  /** True when X-Ray records requests. */
  readonly tracing: boolean;
  /** Undefined: the limits of the account. */
  readonly throttle: Throttle | undefined;
};

/** An operation of JSON Patch, as API Gateway takes it. */
export type ApiPatch = {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: string;
};

export type CloudStage = ApiStageSettings & {
  readonly name: string;
  readonly deploymentId: string;
  readonly description: string;
};

export type CloudDeployment = {
  readonly id: string;
  readonly description: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
};

export type ApiGatewayCalls = DomainCalls & {
  /** All REST APIs of this name; every page is read. */
  readonly findApis: (name: string) => Promise<readonly CloudApi[]>;
  readonly getApi: (id: string) => Promise<CloudApi | undefined>;
  /**
   * Creates a REST API without routes, a regional one unless it says otherwise. It makes one attempt, because a second one
   * could make a second API.
   */
  readonly createApi: (
    api: { readonly name: string; readonly tags: Tags } & Partial<
      Pick<ApiSettings, 'endpointType' | 'vpcEndpointIds'>
    >,
  ) => Promise<CloudApi>;
  readonly tagApi: (id: string, tags: Tags) => Promise<void>;
  readonly untagApi: (id: string, keys: readonly string[]) => Promise<void>;
  /** Replaces everything in the API. `document` is OpenAPI 3.0 as JSON. */
  readonly putApi: (id: string, document: string) => Promise<CloudApi>;
  /** Changes settings of the API. */
  readonly updateApi: (id: string, patches: readonly ApiPatch[]) => Promise<CloudApi>;
  readonly getStage: (apiId: string, stage: string) => Promise<CloudStage | undefined>;
  readonly listStages: (apiId: string) => Promise<readonly CloudStage[]>;
  /** Publishes the API to a stage, which is created when it does not exist. */
  readonly createDeployment: (
    apiId: string,
    deployment: {
      readonly stage: string;
      readonly description: string;
      readonly stageDescription: string;
    },
  ) => Promise<CloudDeployment>;
  readonly getDeployment: (apiId: string, id: string) => Promise<CloudDeployment | undefined>;
  /** Points a stage at another deployment. */
  readonly updateStage: (apiId: string, stage: string, deploymentId: string) => Promise<void>;
  /** Without a limit of its own the stage has those of the account again. */
  readonly updateStageSettings: (
    apiId: string,
    stage: string,
    settings: ApiStageSettings,
  ) => Promise<void>;
  readonly deleteStage: (apiId: string, stage: string) => Promise<void>;
  /** The OpenAPI 3.0 document of a stage with its extensions, as JSON. */
  readonly exportStage: (apiId: string, stage: string) => Promise<string | undefined>;
  readonly deleteApi: (id: string) => Promise<void>;
};

// API Gateway has one action for each HTTP method, and a path for each resource.
export const API_GATEWAY_ACTIONS: ActionsOf<ApiGatewayCalls> = {
  ...DOMAIN_ACTIONS,
  findApis: callOn('all-apis', 'read', 'apigateway:GET'),
  getApi: callOn('api', 'read', 'apigateway:GET'),
  createApi: call(
    'write',
    { action: 'apigateway:POST', resource: 'all-apis' },
    { action: 'apigateway:POST', resource: 'api-tags' },
    { action: 'apigateway:PUT', resource: 'api-tags' },
  ),
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
};
