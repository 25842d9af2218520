// The REST API in the states of a stage: its document, and the deployment of it that its stage shows.
import type { OpenApiDocument } from '../../../../compiler/openapi/openapi-document.js';
import type { RouteSummary } from '../../../../compiler/openapi/route-summary.js';
import type { ApiSettings, ApiStageSettings } from '../../../cloud/api-gateway-calls.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import type { Session } from '../../stage/session.js';
import type { DesiredApiSettings } from './api-settings.js';
import type { DeploymentRecord } from './deployment-record.js';
import type { FoundApi } from './find-api.js';

declare module '../../stage/states.js' {
  interface Desired {
    /** Undefined for an application without routes. */
    readonly api: DesiredApi | undefined;
  }
  interface Observed {
    readonly api: ObservedApi | undefined;
    /** Ids of further APIs with our tag, which two deploys at once may have left; they are to be deleted. */
    readonly otherApis?: readonly string[];
  }
  interface Plan {
    /** Undefined when there is none and there should be none. */
    readonly api: ApiChange | undefined;
    /** Ids of further APIs of ours, which two deploys at once have left: they are deleted. */
    readonly otherApis: readonly string[];
    /** Undefined when what is deployed is not known. */
    readonly routes: readonly RouteChange[] | undefined;
  }
  interface Learned {
    apiId: string | undefined;
    deploymentId: string | undefined;
  }
  interface StageHistory {
    readonly api: FoundApi | undefined;
    readonly lastDeploy: LastDeploy;
  }
  interface DeployedState {
    readonly api: DeployedApi | null;
  }
}

export type DesiredApi = {
  /** `<app>-<stage>`. */
  readonly name: string;
  /** `api_gateway_stage`. */
  readonly stage: string;
  readonly tags: Tags;
  readonly settings: DesiredApiSettings;
  readonly stageSettings: ApiStageSettings;
  /** ARNs in it hold the placeholders for partition and account. */
  readonly document: OpenApiDocument;
  /** Hex SHA-256 of the document without `info.description`, and of a type of endpoint that is not the common one. */
  readonly hash: string;
  /** The same of the document without a region, as an export has it; a deployment with either shows this document. */
  readonly exportedHash: string;
  /** What callers will have, sorted by path and method. */
  readonly routes: readonly RouteSummary[];
};

export type ObservedApi = {
  readonly id: string;
  /** Undefined when it was not asked for. */
  readonly tag: string | undefined;
  /** Where it stands below a domain, as its tags say: `api.example.com/v1`. */
  readonly place?: string | undefined;
  /** Undefined when it was not asked for. */
  readonly settings?: ApiSettings | undefined;
  /** Of the stage of the configuration; undefined when it does not exist. */
  readonly stageSettings?: ApiStageSettings | undefined;
  /** Where the stage of the configuration points; undefined when it does not exist. */
  readonly deployment: ObservedDeployment | undefined;
  /** Stages that a deploy made under an earlier `api_gateway_stage`. */
  readonly otherStages: readonly string[];
  /** What callers have now; undefined when it is not known. */
  readonly routes: readonly RouteSummary[] | undefined;
};

export type ObservedDeployment = {
  readonly id: string;
  readonly hash: string | undefined;
  /** What the deployment says of itself, when it was asked. */
  readonly record?: DeploymentRecord | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
};

/** `document`: other routes or settings. `deployment`: the stage does not show the document yet. `stage`: settings of it. */
export type ApiPart = 'document' | 'deployment' | 'tags' | 'stage' | 'stages';

export type ApiChange =
  | { readonly action: 'create'; readonly api: DesiredApi }
  | {
      readonly action: 'update';
      readonly api: DesiredApi;
      readonly observed: ObservedApi;
      readonly parts: readonly ApiPart[];
      /** Settings that change, as far as it is known what they are. */
      readonly fields: readonly FieldChange[];
    }
  | { readonly action: 'unchanged'; readonly api: DesiredApi; readonly observed: ObservedApi }
  | { readonly action: 'delete'; readonly observed: ObservedApi };

export type RouteChange =
  | { readonly action: 'add'; readonly route: RouteSummary }
  | { readonly action: 'remove'; readonly route: RouteSummary }
  | {
      readonly action: 'change';
      readonly route: RouteSummary;
      readonly before: RouteSummary;
      readonly fields: readonly FieldChange[];
      /** True when a request that was answered may be refused now. */
      readonly isBreaking: boolean;
    };

/** What the last deploy of a stage changed. */
export type LastDeploy = {
  /** Empty when nothing runs, and while an earlier rollback is to be finished. */
  readonly changed: DeploymentRecord['changed'];
  /** The deployment of the API that was there before. */
  readonly previous: string | undefined;
};

/** What one deploy put where, for the next plan and for `rollback`. */
export type DeployedApi = {
  readonly id: string;
  readonly stage: string;
  readonly deploymentId: string;
  /** {@link DesiredApi.hash} of what is deployed. */
  readonly hash: string;
  readonly routes: readonly RouteSummary[];
  /** True when it has settings that are worth a look, absent when not. */
  readonly hasSettings?: true;
};

/** True for the hash of this document, as a deploy or an export has written it. */
export function isOfDocument(hash: string | undefined, api: DesiredApi | undefined): boolean {
  return api !== undefined && (hash === api.hash || hash === api.exportedHash);
}

/** The step that makes the API. */
export const apiId = 'api';

export function apiIdIn({ learned }: Session): string {
  if (learned.apiId === undefined) throw new Error('The API is not made yet');
  return learned.apiId;
}
