// The text of a state file as data. A field that is missing or of another type makes the whole unusable: a guess could
// hide a resource.
import type { RouteSummary } from '../plan/route-summary.js';
import type { DeployedApi, DeployedState } from './deployed-state.js';

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
  if (!isRecord(value)) return { problem: 'it does not hold a mapping' };
  if (value['version'] !== 1)
    return { problem: `it is of version ${JSON.stringify(value['version'] ?? null)}, not 1` };
  return isState(value) ? { state: value } : { problem: 'fields are missing or of another type' };
}

function isState(value: Mapping): value is Mapping & DeployedState {
  return (
    ['app', 'stage', 'account', 'partition', 'region', 'code'].every((key) => isText(value[key])) &&
    (value['endpoint'] === null || isText(value['endpoint'])) &&
    typeof value['isComplete'] === 'boolean' &&
    (value['codeBefore'] === undefined || isText(value['codeBefore'])) &&
    (value['hasRegions'] === undefined || value['hasRegions'] === true) &&
    (value['hasShared'] === undefined || value['hasShared'] === true) &&
    isListOf(value['roles'], isText) &&
    isListOf(value['functions'], isText) &&
    (value['revisions'] === undefined || isTextMapping(value['revisions'])) &&
    (value['api'] === null || isApi(value['api']))
  );
}

function isApi(value: unknown): value is DeployedApi {
  return (
    isRecord(value) &&
    ['id', 'stage', 'deploymentId', 'hash'].every((key) => isText(value[key])) &&
    isListOf(value['routes'], isRoute)
  );
}

function isRoute(value: unknown): value is RouteSummary {
  return (
    isRecord(value) &&
    isText(value['path']) &&
    isText(value['method']) &&
    typeof value['apiKeyRequired'] === 'boolean' &&
    (value['authorizer'] === null || isText(value['authorizer'])) &&
    (value['authorizerFacts'] === undefined || isText(value['authorizerFacts'])) &&
    typeof value['hasCors'] === 'boolean' &&
    (value['corsHeaders'] === undefined || isTextMapping(value['corsHeaders'])) &&
    (value['contentTypes'] === undefined || isListOf(value['contentTypes'], isText))
  );
}

type Mapping = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextMapping(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isText);
}

function isListOf<Item>(
  value: unknown,
  isItem: (item: unknown) => item is Item,
): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}
