// The REST API in the states of a stage: its document, and the deployment that its stage shows.
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
  /** ARNs in the document have placeholders for partition and account. */
  readonly document: OpenApiDocument;
  /** SHA-256 in hexadecimal of the document without `info.description`, and of an endpoint type other than the usual one. */
  readonly hash: string;
  /** The hash of the document without a region, as an export writes it. A deployment with either hash shows this document. */
  readonly exportedHash: string;
  /** The routes that callers will have, sorted by path and method. */
  readonly routes: readonly RouteSummary[];
};

export type ObservedApi = {
  readonly id: string;
  /** Undefined when it was not read. */
  readonly tag: string | undefined;
  /** Its place below a domain, by its tags: `api.example.com/v1`. */
  readonly place?: string | undefined;
  /** Whether its tags say that the stage has API keys; undefined when they were not read. */
  readonly hasKeys?: boolean;
  /** Undefined when it was not read. */
  readonly settings?: ApiSettings | undefined;
  /** The settings of the configured stage; undefined when that stage does not exist. */
  readonly stageSettings?: ApiStageSettings | undefined;
  /** The deployment that the configured stage shows; undefined when that stage does not exist. */
  readonly deployment: ObservedDeployment | undefined;
  /** Stages that a deploy made under an earlier `api_gateway_stage`. */
  readonly otherStages: readonly string[];
  /** The routes that callers have now; undefined when they are unknown. */
  readonly routes: readonly RouteSummary[] | undefined;
};

export type ObservedDeployment = {
  readonly id: string;
  readonly hash: string | undefined;
  /** The record in the deployment's description, when it was read. */
  readonly record?: DeploymentRecord | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
};

/**
 * `document`: other routes or settings. `deployment`: the stage does not show the document yet. `stage`: settings of the stage.
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
      /** True when a request that was accepted before may be refused. */
      readonly isBreaking: boolean;
    };

export type LastDeploy = {
  /** Empty when nothing is deployed, and while an earlier rollback is to be finished. */
  readonly changed: DeploymentRecord['changed'];
  /** The preceding deployment of the API. */
  readonly previous: string | undefined;
};

/** The deployed API and place, for the next plan and for `rollback`. */
export type DeployedApi = {
  readonly id: string;
  readonly stage: string;
  readonly deploymentId: string;
  /** The {@link DesiredApi.hash} of the deployed document. */
  readonly hash: string;
  readonly routes: readonly RouteSummary[];
  /** True when the API has settings that a deploy must compare; else absent. */
  readonly hasSettings?: true;
  /** True when another deploy may have made an API at the same moment; else absent. */
  readonly mayHaveTwin?: true;
};

/** Whether the hash is that of the document, as a deploy or an export writes it. */
export function isOfDocument(hash: string | undefined, api: DesiredApi | undefined): boolean {
  return api !== undefined && (hash === api.hash || hash === api.exportedHash);
}

/** The step that creates the API. */
export const apiId = 'api';

export function apiIdIn({ learned }: Session): string {
  if (learned.apiId === undefined) throw new Error('The API is not created yet');
  return learned.apiId;
}

// The URLs of a deployed API: its base URL (specification 1.5), and its places below custom domains. These are in a tag of the
// API, because a base path mapping has no tags.

export type ApiPlace = {
  readonly id: string;
  readonly stage: string;
  readonly region: string;
  readonly partition: string;
  /** The URL of an emulator; undefined for AWS. */
  readonly endpoint: string | undefined;
};

/** With a slash at its end. */
export function apiAddress({ id, stage, region, partition, endpoint }: ApiPlace): string {
  if (endpoint !== undefined) return `${endpoint}/restapis/${id}/${stage}/_user_request_/`;
  const domain = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://${id}.execute-api.${region}.${domain}/${stage}/`;
}

/** A place below a domain. The base path is empty for the whole domain. */
export type DomainPlace = { readonly name: string; readonly basePath: string };

/** `api.example.com/v1` */
export function placeText({ name, basePath }: DomainPlace): string {
  return basePath === '' ? name : `${name}/${basePath}`;
}

/** The tag of an API with these places. While the API moves, it also names the previous place. */
export function placeTags(places: readonly DomainPlace[]): Tags {
  return { [DOMAIN_TAG]: [...new Set(places.map(placeText))].join(' ') };
}

/** The places in the tag's value. */
export function readPlaces(text: string): readonly DomainPlace[] {
  return text.split(' ').map((place) => {
    const [name = '', basePath = ''] = place.split('/');
    return { name, basePath };
  });
}
