// The names of a stage's resources in the cloud (docs/decisions/cloud-names.md).
import { createHash } from 'node:crypto';
import type { Manifest, EventEntry } from '../../runtime/contract/manifest.js';
import { NAME_LENGTH } from './limits.js';
import { API_HANDLER, STREAM_HANDLER, type StageConfig } from './stage-config.js';
import type { SourceArn } from '../../compiler/declarations/source-forms.js';
import { isMapping } from '../../compiler/json-values.js';
import { ANY_REGION } from '../../compiler/openapi/openapi-document.js';
import {
  ANY_PLACE,
  resourceArn,
  resourceName,
  type ResourceStage,
  type ResourceType,
  variableValues,
} from '../../runtime/contract/resources.js';
import { partitionOf } from '../cloud/regions.js';

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

// The names of declared resources in a stage: of the resources themselves, in the variables of functions, and in the sources of
// events that are such resources (docs/guide/resources.md).

type PlacedApp = {
  readonly app: string;
  readonly config: { readonly stage: string };
  readonly region: string;
  readonly account?: { readonly id: string; readonly partition: string } | undefined;
};

// An export has no account and no region, and a bucket has both in its name.
const { account: NO_ACCOUNT, region: NO_REGION } = ANY_PLACE;

/** The stage in which resources have their names. */
export function stageOf({ app, config, region, account }: PlacedApp): ResourceStage {
  const isOpen = [ANY_REGION, '*'].includes(region);
  return {
    app,
    stage: config.stage,
    account: account?.id ?? NO_ACCOUNT,
    region: isOpen ? NO_REGION : region,
    partition: account?.partition ?? (isOpen ? 'aws' : partitionOf(region)),
  };
}

/** Whether a bucket has the name, in which account and region may be open. */
export function isNamed(bucket: string, name: string): boolean {
  const [start = '', ...others] = openName(name).split('-*');
  return others.length === 0
    ? bucket === name
    : /^-\d{12}-[a-z0-9-]+$/.test(bucket.slice(start.length)) && bucket.startsWith(start);
}

/** The name of a bucket of which account and region are not known, as a policy matches it. */
export function openName(name: string): string {
  return name.replaceAll(`-${NO_ACCOUNT}`, '-*').replaceAll(`-${NO_REGION}`, '-*');
}

/** An ARN as a policy matches it, where account and region are not known. */
export function openArn({ text, service, region, account, resource }: SourceArn): string {
  if (account === NO_ACCOUNT && region === NO_REGION) return `arn:*:${service}:*:*:${resource}`;
  const open = openName(text);
  return open === text ? text : open.replace(/^arn:aws:/, 'arn:*:');
}

/** The variables that every function of the stage has. */
export function declaredVariables(
  { resources = [] }: Pick<Manifest, 'resources'>,
  stage: ResourceStage,
): Readonly<Record<string, string>> {
  return Object.assign({}, ...resources.map((entry) => variableValues(entry, stage))) as Readonly<
    Record<string, string>
  >; // because all of them are such
}

/** The manifest whose sources of events are named as in the cloud. */
export function withNamedSources(manifest: Manifest, stage: ResourceStage): Manifest {
  const { events, resources } = manifest;
  if (!events || !resources) return manifest;
  return { ...manifest, events: events.map((entry) => namedSource(entry, stage)) };
}

/** The property that names the source of an entry, and the type of the resource that it may be. */
const SOURCES = { queue: 'queue', topic: 'topic', bucket: 'bucket', table: 'table' } as const;

function namedSource(entry: EventEntry, stage: ResourceStage): EventEntry {
  const named = Object.entries(entry).map(([property, value]: [string, unknown]) => {
    const type = property in SOURCES ? SOURCES[property as keyof typeof SOURCES] : undefined; // because it is one of them
    const name = isMapping(value) ? value['resource'] : undefined;
    if (property === 'onFailure' && isMapping(value) && typeof name === 'string')
      // because the compiler has built it
      return [
        property,
        { text: resourceArn({ type: value['type'] as ResourceType, name }, stage) },
      ];
    if (type === undefined || typeof name !== 'string') return [property, value];
    return [property, { text: resourceName({ type, name }, stage) }];
  });
  return Object.fromEntries(named) as EventEntry; // because only the form of a name has changed
}
