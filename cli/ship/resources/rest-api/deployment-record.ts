// What a deployment of the API says of itself in its description: it stays in the cloud, so that another machine, and
// `rollback`, know what was deployed with it.
import { isMapping } from '../../../../compiler/json-mapping.js';
import { isText } from '../../stage/record-form.js';

export type DeploymentRecord = {
  /** Hex SHA-256 of the document: `DesiredApi.hash`. */
  readonly document: string;
  /** base64 SHA-256 of the zip that the functions ran. */
  readonly code: string;
  /** The version of the function of the API that holds this code; absent in records of earlier frameworks. */
  readonly version?: string;
  /** What the deploy changed that made it. */
  readonly changed: readonly ('code' | 'api')[];
  /** The deployment that the stage showed before; absent for the first. */
  readonly previous?: string;
};

/** The record as a description. */
export function writeDeploymentRecord(record: DeploymentRecord): string {
  return JSON.stringify(record);
}

/** Undefined when the description is somebody else's. */
export function readDeploymentRecord(description: string): DeploymentRecord | undefined {
  const found = parse(description);
  if (!isMapping(found)) return undefined;
  const { document, code, version, changed, previous } = found;
  if (!isText(document) || !isText(code) || !Array.isArray(changed)) return undefined;
  return {
    document,
    code,
    ...(isText(version) && { version }),
    changed: (['code', 'api'] as const).filter((part) => changed.includes(part)),
    ...(isText(previous) && { previous }),
  };
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
