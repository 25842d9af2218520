// The calls to API Gateway. A REST API is written as a whole OpenAPI document.
import type { Tags } from './cloud.js';
import { type ActionsOf, call, callOn } from './call-needs.js';

export type CloudApi = {
  readonly id: string;
  readonly name: string;
  /** The `info.description` of the last imported document. */
  readonly description: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly tags: Tags;
};

export type CloudStage = {
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

export type ApiGatewayCalls = {
  /** All REST APIs of this name; every page is read. */
  readonly findApis: (name: string) => Promise<readonly CloudApi[]>;
  readonly getApi: (id: string) => Promise<CloudApi | undefined>;
  /** Creates a regional REST API without routes. It makes one attempt, because a second one could make a second API. */
  readonly createApi: (api: { readonly name: string; readonly tags: Tags }) => Promise<CloudApi>;
  readonly tagApi: (id: string, tags: Tags) => Promise<void>;
  /** Replaces everything in the API. `document` is OpenAPI 3.0 as JSON. */
  readonly putApi: (id: string, document: string) => Promise<void>;
  readonly getStage: (apiId: string, stage: string) => Promise<CloudStage | undefined>;
  /** Every stage of the API. */
  readonly listStages: (apiId: string) => Promise<readonly CloudStage[]>;
  /** Publishes the API to a stage, which is created when it does not exist. */
  readonly createDeployment: (
    apiId: string,
    deployment: {
      readonly stage: string;
      readonly description: string;
      /** The description of the stage. */
      readonly stageDescription: string;
    },
  ) => Promise<CloudDeployment>;
  readonly getDeployment: (apiId: string, id: string) => Promise<CloudDeployment | undefined>;
  /** Points a stage at another deployment. */
  readonly updateStage: (apiId: string, stage: string, deploymentId: string) => Promise<void>;
  readonly deleteStage: (apiId: string, stage: string) => Promise<void>;
  /** The OpenAPI 3.0 document of a stage with its extensions, as JSON. */
  readonly exportStage: (apiId: string, stage: string) => Promise<string | undefined>;
  readonly deleteApi: (id: string) => Promise<void>;
};

// API Gateway has one action for each HTTP method, and a path for each resource.
export const API_GATEWAY_ACTIONS: ActionsOf<ApiGatewayCalls> = {
  findApis: callOn('all-apis', 'read', 'apigateway:GET'),
  getApi: callOn('api', 'read', 'apigateway:GET'),
  createApi: call(
    'write',
    { action: 'apigateway:POST', resource: 'all-apis' },
    { action: 'apigateway:POST', resource: 'api-tags' },
    { action: 'apigateway:PUT', resource: 'api-tags' },
  ),
  tagApi: callOn('api-tags', 'write', 'apigateway:PUT'),
  putApi: callOn('api', 'write', 'apigateway:PUT'),
  getStage: callOn('api', 'read', 'apigateway:GET'),
  listStages: callOn('api', 'read', 'apigateway:GET'),
  createDeployment: callOn('api', 'write', 'apigateway:POST'),
  getDeployment: callOn('api', 'read', 'apigateway:GET'),
  updateStage: callOn('api', 'write', 'apigateway:PATCH'),
  deleteStage: callOn('api', 'write', 'apigateway:DELETE'),
  exportStage: callOn('api', 'read', 'apigateway:GET'),
  deleteApi: callOn('api', 'remove', 'apigateway:DELETE'),
};
