// The names of a stage's resources in the cloud (docs/decisions/cloud-names.md).
import { createHash } from 'node:crypto';
import type { Manifest } from '../../runtime/contract/manifest.js';
import { NAME_LENGTH } from './limits.js';
import { API_HANDLER, STREAM_HANDLER, type StageConfig } from './stage-config.js';

/** What the names of all resources of a stage begin with; also the name of its API, shared role and API function. */
export function baseName(app: string, stage: string): string {
  return `${app}-${stage}`;
}

/** Whether a function of the stage, or a role that no other region has, can have the name. */
export function isNameOfStage(name: string, base: string): boolean {
  return `${name}-`.startsWith(`${base}-`) && /^[\w-]{1,64}$/.test(name);
}

/** The name of the function with a key of `lambda_functions`. */
export function functionNameOf(base: string, key: string): string {
  if (key === API_HANDLER) return base;
  return `${base}-${key === STREAM_HANDLER ? 'stream' : key}`;
}

/** The name of the role that one function has for itself. The one of the API function is cut where it is too long. */
export function ownRoleNameOf(base: string, key: string): string {
  if (key !== API_HANDLER) return functionNameOf(base, key);
  const name = `${base}-${key}`;
  if (name.length <= NAME_LENGTH) return name;
  return `${base.slice(0, NAME_LENGTH - DIGEST_LENGTH - 1)}-${digest(name)}`;
}

/**
 * The name of a role in a region when another region uses `name`. Names of applications, stages and functions cannot contain
 * `@`, so the name is unique.
 */
export function regionalRoleName(name: string, region: string): string {
  const whole = `${name}@${region}`;
  return whole.length <= NAME_LENGTH
    ? whole
    : `${name.slice(0, shortLength(region.length))}-${digest(name)}@${region}`;
}

/** The names of {@link regionalRoleName} in any region, as a policy matches them. */
export function anyRegionalRoleName(name: string): readonly string[] {
  const isShort = name.length + 1 + LONGEST_REGION <= NAME_LENGTH;
  const cut = `${name.slice(0, shortLength(LONGEST_REGION))}*-${digest(name)}@*`;
  return [`${name}@*`, ...(isShort ? [] : [cut])];
}

/** What the names of all roles of a stage begin with, in this region. */
export function rolePrefix(base: string, region: string): string {
  return base.slice(0, shortLength(region.length));
}

/** The longest today has 14 characters. */
const LONGEST_REGION = 20;
const DIGEST_LENGTH = 8;

/** Whether a role of the stage can have the name. */
export function isRoleNameOfStage(name: string, base: string, region: string): boolean {
  const isRegional = name.endsWith(`@${region}`) && name.length <= NAME_LENGTH;
  if (isRegional) return name.startsWith(rolePrefix(base, region));
  return isNameOfStage(name, base) || name === ownRoleNameOf(base, API_HANDLER);
}

/** How many characters of a long name are kept. */
function shortLength(regionLength: number): number {
  return NAME_LENGTH - regionLength - DIGEST_LENGTH - '-@'.length;
}

function digest(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, DIGEST_LENGTH);
}

/**
 * The functions that are deployed, by key: the API function when there are routes, the one for streams when a route streams,
 * and every lambda function.
 */
export function functionKeys({ routes, functions }: Manifest): readonly string[] {
  return [
    ...(routes.length > 0 ? [API_HANDLER] : []),
    ...(routes.some(({ stream }) => stream) ? [STREAM_HANDLER] : []),
    ...functions.map(({ name }) => name),
  ];
}

/** The name of the application in the cloud: from the configuration, else from the source. */
export function appNameOf(
  { appName }: Pick<StageConfig, 'appName'>,
  { app }: { readonly app: Pick<Manifest['app'], 'name'> },
): string {
  return appName ?? app.name;
}
