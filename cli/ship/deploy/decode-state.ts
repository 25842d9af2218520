// The text of a state file as data. A field that is missing or of another type makes the whole unusable: a guess could
// hide a resource.
import { RESOURCE_TYPES } from '../resources/registry.js';
import { isMapping, type Mapping } from '../../../compiler/json-mapping.js';
import { isText } from '../stage/record-form.js';
import type { DeployedState } from '../stage/states.js';

export type DecodedState =
  | { readonly state: DeployedState }
  /** The end of a sentence. */
  | { readonly problem: string };

/** Reads version 1. */
export function decodeState(text: string): DecodedState {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'it is not JSON' };
  }
  if (!isMapping(value)) return { problem: 'it does not hold a mapping' };
  if (value['version'] !== 1)
    return { problem: `it is of version ${JSON.stringify(value['version'] ?? null)}, not 1` };
  return isState(value) ? { state: value } : { problem: 'fields are missing or of another type' };
}

function isState(value: Mapping): value is Mapping & DeployedState {
  return (
    ['app', 'stage', 'account', 'partition', 'region'].every((key) => isText(value[key])) &&
    (value['endpoint'] === null || isText(value['endpoint'])) &&
    typeof value['isComplete'] === 'boolean' &&
    RESOURCE_TYPES.every(({ record }) => record?.isValid(value) !== false)
  );
}
