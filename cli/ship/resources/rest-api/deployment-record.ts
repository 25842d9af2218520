// The record in the description of an API deployment. It is stored in AWS, so that other machines and `rollback` know what was
// deployed with it.
import type { ApiSettings } from '../../../cloud/services/api-gateway.js';
import { COMMON_SETTINGS, hasOwnSettings } from './api-settings.js';
import { isListOf, isMapping, isText, isTextMapping } from '../../../../compiler/json-values.js';
import type { RouteSummary } from '../../../../compiler/openapi/route-summary.js';
import type { Recording, ResourceRecord } from '../../stage/resource-type.js';
import type { DeployedApi, DesiredApi } from './api-state.js';

export type DeploymentRecord = {
  /** The SHA-256 hash of the document in hexadecimal: `DesiredApi.hash`. */
  readonly document: string;
  /** The SHA-256 hash in base64 of the zip file that the functions ran. */
  readonly code: string;
  /** The version of the API's function with this code; absent in records of earlier versions of this framework. */
  readonly version?: string;
  /** The parts that this deploy changed. */
  readonly changed: readonly ('code' | 'api')[];
  /** The endpoint of the API; absent for the default one. */
  readonly endpoint?: RecordedEndpoint;
  /** The deployment that the stage used before; absent for the first one. */
  readonly previous?: string;
};

export type RecordedEndpoint = {
  readonly type: string;
  readonly vpce: readonly string[];
};

export function endpointField({
  settings: { endpointType: type, vpcEndpointIds: vpce },
}: {
  readonly settings: ApiSettings;
}): Pick<DeploymentRecord, 'endpoint'> {
  return type === COMMON_SETTINGS.endpointType ? {} : { endpoint: { type, vpce } };
}

export function writeDeploymentRecord(record: DeploymentRecord): string {
  return JSON.stringify(record);
}

/** Returns undefined if the description is not a record of this framework. */
export function readDeploymentRecord(description: string): DeploymentRecord | undefined {
  const found = parse(description);
  if (!isMapping(found)) return undefined;
  const { document, code, version, changed, endpoint, previous } = found;
  if (!isText(document) || !isText(code) || !Array.isArray(changed)) return undefined;
  return {
    document,
    code,
    ...(isText(version) && { version }),
    changed: (['code', 'api'] as const).filter((part) => changed.includes(part)),
    ...(isEndpoint(endpoint) && { endpoint }),
    ...(isText(previous) && { previous }),
  };
}

// The members of the record that describe the API.

export const apiRecord: ResourceRecord = {
  isValid: ({ api }) => api === null || isApi(api),
  begin: (recording) => ({
    api: recording.observed.api ? knownApi(recording.observed.api.id, recording) : null,
  }),
  finish: ({ desired: { api, functions }, observed, learned }) => {
    const id = learned.apiId ?? observed.api?.id;
    const deploymentId = learned.deploymentId ?? observed.api?.deployment?.id;
    if (!api || id === undefined || deploymentId === undefined) return { api: null };
    const { stage, hash, routes, settings } = api;
    const known = { id, stage, deploymentId, hash, routes };
    // If this deploy creates the first role or function, only one of two simultaneous deploys can create an API.
    const isUngated = functions.every(({ name }) =>
      observed.functions.some((one) => one.name === name),
    );
    return {
      api: {
        ...known,
        ...(hasOwnSettings(settings) && { hasSettings: true }),
        ...(!observed.api && isUngated && { mayHaveTwin: true }),
      },
    };
  },
};

/** Returns the record of an API that is created but not published. */
export function unpublishedApi(id: string, api: DesiredApi | undefined): DeployedApi {
  return { id, stage: api?.stage ?? '', deploymentId: '', hash: '', routes: [] };
}

function isEndpoint(value: unknown): value is RecordedEndpoint {
  return isMapping(value) && isText(value['type']) && isListOf(value['vpce'], isText);
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // The description was written manually.
    return undefined;
  }
}

function knownApi(id: string, { previous, desired }: Recording): DeployedApi {
  return previous?.api?.id === id ? previous.api : unpublishedApi(id, desired.api);
}

function isApi(value: unknown): value is DeployedApi {
  return (
    isMapping(value) &&
    ['stage', 'deploymentId', 'hash'].every((key) => isText(value[key])) &&
    isText(value['id']) &&
    /^[\w-]+$/.test(value['id']) &&
    ['hasSettings', 'mayHaveTwin'].every(
      (key) => value[key] === undefined || value[key] === true,
    ) &&
    isListOf(value['routes'], isRoute)
  );
}

function isRoute(value: unknown): value is RouteSummary {
  return (
    isMapping(value) &&
    isText(value['path']) &&
    isText(value['method']) &&
    typeof value['apiKeyRequired'] === 'boolean' &&
    (value['authorizer'] === null || isText(value['authorizer'])) &&
    (value['authorizerFacts'] === undefined || isText(value['authorizerFacts'])) &&
    (value['isStreamed'] === undefined || value['isStreamed'] === true) &&
    typeof value['hasCors'] === 'boolean' &&
    (value['corsHeaders'] === undefined || isTextMapping(value['corsHeaders'])) &&
    (value['contentTypes'] === undefined || isListOf(value['contentTypes'], isText))
  );
}
