// The REST API in the states of a stage: its document, and the deployment that its stage uses.
import type { OpenApiDocument } from '../../../../compiler/openapi/openapi-document.js';
import type { RouteSummary } from '../../../../compiler/openapi/route-summary.js';
import type { ApiSettings, ApiStageSettings } from '../../../cloud/services/api-gateway.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import type { Session } from '../../stage/session.js';
import type { DesiredApiSettings } from './api-settings.js';
import type { DeploymentRecord } from './deployment-record.js';
import { DOMAIN_TAG } from '../../../config/limits.js';

export type DesiredApi = {
  /** `<app>-<stage>`. */
  readonly name: string;
  /** `api_gateway_stage`. */
  readonly stage: string;
  readonly tags: Tags;
  readonly settings: DesiredApiSettings;
  readonly stageSettings: ApiStageSettings;
  /** The OpenAPI document. Its ARNs have placeholders for the partition and account. */
  readonly document: OpenApiDocument;
  /**
   * The SHA-256 hash in hexadecimal of the document without `info.description`, and of the endpoint type if it is not the
   * default.
   */
  readonly hash: string;
  /** The hash of the document without a region, as in an export. A deployment with either hash contains this document. */
  readonly exportedHash: string;
  /** The routes that callers will have, sorted by path and method. */
  readonly routes: readonly RouteSummary[];
};

export type ObservedApi = {
  readonly id: string;
  /** Undefined if the tag was not read. */
  readonly tag: string | undefined;
  /** Its domain and base path, according to its tags: `api.example.com/v1`. */
  readonly place?: string | undefined;
  /** True if its tags say that the stage has API keys; undefined if the tags were not read. */
  readonly hasKeys?: boolean;
  /** Undefined if the settings were not read. */
  readonly settings?: ApiSettings | undefined;
  /** The settings of the configured stage; undefined if that stage does not exist. */
  readonly stageSettings?: ApiStageSettings | undefined;
  /** The deployment that the configured stage uses; undefined if that stage does not exist. */
  readonly deployment: ObservedDeployment | undefined;
  /** Stages that earlier deploys created for a previous value of `api_gateway_stage`. */
  readonly otherStages: readonly string[];
  /** The routes that callers have now; undefined if they are unknown. */
  readonly routes: readonly RouteSummary[] | undefined;
};

export type ObservedDeployment = {
  readonly id: string;
  readonly hash: string | undefined;
  /** The record in the deployment's description, if it was read. */
  readonly record?: DeploymentRecord | undefined;
  /** In milliseconds since 1970. */
  readonly createdAt?: number;
};

/**
 * `document`: routes or settings differ. `deployment`: the stage does not use the document yet. `stage`: settings of the stage
 * differ.
 */
export type ApiPart = 'document' | 'deployment' | 'tags' | 'stage' | 'stages';

export type ApiChange =
  | { readonly action: 'create'; readonly api: DesiredApi }
  | {
      readonly action: 'update';
      readonly api: DesiredApi;
      readonly observed: ObservedApi;
      readonly parts: readonly ApiPart[];
      /** The known changes of settings. */
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
      /** True if the API may now reject requests that it accepted before. */
      readonly isBreaking: boolean;
    };

export type LastDeploy = {
  /** Empty if nothing is deployed, and if an interrupted rollback must be completed. */
  readonly changed: DeploymentRecord['changed'];
  /** The preceding deployment of the API. */
  readonly previous: string | undefined;
};

/** The deployed API and its location, for the next plan and for `rollback`. */
export type DeployedApi = {
  readonly id: string;
  readonly stage: string;
  readonly deploymentId: string;
  /** The {@link DesiredApi.hash} of the deployed document. */
  readonly hash: string;
  readonly routes: readonly RouteSummary[];
  /** True if the API has settings that a deploy must compare; absent otherwise. */
  readonly hasSettings?: true;
  /** True if another deploy may have created an API at the same time; absent otherwise. */
  readonly mayHaveTwin?: true;
};

/** True if the hash belongs to the document, in the form that a deploy or an export writes. */
export function isOfDocument(hash: string | undefined, api: DesiredApi | undefined): boolean {
  return api !== undefined && (hash === api.hash || hash === api.exportedHash);
}

/** The id of the step that creates the API. */
export const apiId = 'api';

export function apiIdIn({ learned }: Session): string {
  if (learned.apiId === undefined) throw new Error('The API is not created yet');
  return learned.apiId;
}

// The URLs of a deployed API: its base URL (specification 1.5), and its custom domains with their base paths. The domains are
// in a tag of the API, because a base path mapping has no tags.

export type ApiPlace = {
  readonly id: string;
  readonly stage: string;
  readonly region: string;
  readonly partition: string;
  /** The URL of an emulator; undefined for AWS. */
  readonly endpoint: string | undefined;
};

/** Returns the base URL, with a trailing slash. */
export function apiAddress({ id, stage, region, partition, endpoint }: ApiPlace): string {
  if (endpoint !== undefined) return `${endpoint}/restapis/${id}/${stage}/_user_request_/`;
  const domain = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://${id}.execute-api.${region}.${domain}/${stage}/`;
}

/** A domain and base path. The base path is empty if the API uses the whole domain. */
export type DomainPlace = { readonly name: string; readonly basePath: string };

/** `api.example.com/v1` */
export function placeText({ name, basePath }: DomainPlace): string {
  return basePath === '' ? name : `${name}/${basePath}`;
}

/** Returns the API tag for these domains and base paths. While the API moves, the tag also contains the previous ones. */
export function placeTags(places: readonly DomainPlace[]): Tags {
  return { [DOMAIN_TAG]: [...new Set(places.map(placeText))].join(' ') };
}

/** Returns the domains and base paths in the tag's value. */
export function readPlaces(text: string): readonly DomainPlace[] {
  return text.split(' ').map((place) => {
    const [name = '', basePath = ''] = place.split('/');
    return { name, basePath };
  });
}
