// The record in the description of a deployment of the API. It stays in the cloud, so that other machines and `rollback`
// know what was deployed with it.
import type { ApiSettings } from '../../../cloud/services/api-gateway.js';
import { COMMON_SETTINGS } from './api-settings.js';
import { isListOf, isMapping, isText } from '../../../../compiler/json-values.js';

export type DeploymentRecord = {
  /** Hex SHA-256 of the document: `DesiredApi.hash`. */
  readonly document: string;
  /** SHA-256 in base64 of the zip that the functions ran. */
  readonly code: string;
  /** The version of the API's function with this code; absent in records of earlier versions of this framework. */
  readonly version?: string;
  /** The parts that its deploy has changed. */
  readonly changed: readonly ('code' | 'api')[];
  /** The endpoint of the API; absent for the usual one. */
  readonly endpoint?: RecordedEndpoint;
  /** The deployment that the stage showed before; absent for the first. */
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

/** Undefined for a description that is no record of ours. */
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

function isEndpoint(value: unknown): value is RecordedEndpoint {
  return isMapping(value) && isText(value['type']) && isListOf(value['vpce'], isText);
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // A description that somebody wrote by hand.
    return undefined;
  }
}
