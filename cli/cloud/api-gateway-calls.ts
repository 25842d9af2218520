// Calls to API Gateway: REST APIs as whole OpenAPI documents.
import type { Tags } from './cloud.js';

export type CloudApi = {
  readonly id: string;
  readonly name: string;
  /** `info.description` of the document that was put last. */
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
  /** A regional REST API without routes. One attempt: a second could make a second API. */
  readonly createApi: (api: { readonly name: string; readonly tags: Tags }) => Promise<CloudApi>;
  readonly tagApi: (id: string, tags: Tags) => Promise<void>;
  /** Replaces everything that the API declares. `document` is OpenAPI 3.0 as JSON. */
  readonly putApi: (id: string, document: string) => Promise<void>;
  readonly getStage: (apiId: string, stage: string) => Promise<CloudStage | undefined>;
  /** Every stage of the API. */
  readonly listStages: (apiId: string) => Promise<readonly CloudStage[]>;
  /** Publishes what the API declares to a stage, which is made when it does not exist. */
  readonly createDeployment: (
    apiId: string,
    deployment: {
      readonly stage: string;
      readonly description: string;
      /** Of the stage. */
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
