// The AWS names of a stage's resources (docs/decisions/cloud-names.md).
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

/** Returns the prefix of all resource names in a stage, which is also the name of its API, shared role and API function. */
export function baseName(app: string, stage: string): string {
  return `${app}-${stage}`;
}

/** Returns true if a function in the stage, or one of its roles without a region suffix, could have this name. */
export function isNameOfStage(name: string, base: string): boolean {
  return `${name}-`.startsWith(`${base}-`) && /^[\w-]{1,64}$/.test(name);
}

export function functionNameOf(base: string, key: string): string {
  if (key === API_HANDLER) return base;
  return `${base}-${key === STREAM_HANDLER ? 'stream' : key}`;
}

/** Returns the name of a function's own role. That of the API function is shortened if it is too long. */
export function ownRoleNameOf(base: string, key: string): string {
  if (key !== API_HANDLER) return functionNameOf(base, key);
  const name = `${base}-${key}`;
  if (name.length <= NAME_LENGTH) return name;
  return `${base.slice(0, NAME_LENGTH - DIGEST_LENGTH - 1)}-${digest(name)}`;
}

/** Returns the name to use if a role for another region has `name`. It is unique, because no other names contain `@`. */
export function regionalRoleName(name: string, region: string): string {
  const whole = `${name}@${region}`;
  return whole.length <= NAME_LENGTH
    ? whole
    : `${name.slice(0, shortLength(region.length))}-${digest(name)}@${region}`;
}

/** Returns policy patterns for the names that {@link regionalRoleName} creates in any region. */
export function anyRegionalRoleName(name: string): readonly string[] {
  const isShort = name.length + 1 + LONGEST_REGION <= NAME_LENGTH;
  const cut = `${name.slice(0, shortLength(LONGEST_REGION))}*-${digest(name)}@*`;
  return [`${name}@*`, ...(isShort ? [] : [cut])];
}

/** Returns the common prefix of the names of all roles of a stage in this region. */
export function rolePrefix(base: string, region: string): string {
  return base.slice(0, shortLength(region.length));
}

/** The longest current region name has 14 characters. */
const LONGEST_REGION = 20;
const DIGEST_LENGTH = 8;

/** Returns true if a role of the stage could have this name. */
export function isRoleNameOfStage(name: string, base: string, region: string): boolean {
  const isRegional = name.endsWith(`@${region}`) && name.length <= NAME_LENGTH;
  if (isRegional) return name.startsWith(rolePrefix(base, region));
  return isNameOfStage(name, base) || name === ownRoleNameOf(base, API_HANDLER);
}

/** Returns how many characters of a long name are kept. */
function shortLength(regionLength: number): number {
  return NAME_LENGTH - regionLength - DIGEST_LENGTH - '-@'.length;
}

function digest(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, DIGEST_LENGTH);
}

/** Returns the API function if there are routes, the function for streams if any route streams, and all declared functions. */
export function functionKeys({ routes, functions }: Manifest): readonly string[] {
  return [
    ...(routes.length > 0 ? [API_HANDLER] : []),
    ...(routes.some(({ stream }) => stream) ? [STREAM_HANDLER] : []),
    ...functions.map(({ name }) => name),
  ];
}

/** Returns the name from the configuration or, if it does not set one, from the source. */
export function appNameOf(
  { appName }: Pick<StageConfig, 'appName'>,
  { app }: { readonly app: Pick<Manifest['app'], 'name'> },
): string {
  return appName ?? app.name;
}

// Resolves the names of declared resources in a stage: the names of the resources themselves, the variables that pass them to
// functions, and the event sources that refer to them (docs/guide/resources.md).

type PlacedApp = {
  readonly app: string;
  readonly config: { readonly stage: string };
  readonly region: string;
  readonly account?: { readonly id: string; readonly partition: string } | undefined;
};

// In an export, the account and region are unknown, but the name of a bucket contains both.
const { account: NO_ACCOUNT, region: NO_REGION } = ANY_PLACE;

/** Returns the values from which the names of a stage's resources are derived. */
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

/** Returns true if a bucket has the given name, in which the account and region may be placeholders. */
export function isBucketNamed(bucket: string, name: string): boolean {
  const [start = '', ...others] = openName(name).split('-*');
  return others.length === 0
    ? bucket === name
    : /^-\d{12}-[a-z0-9-]+$/.test(bucket.slice(start.length)) && bucket.startsWith(start);
}

/** Returns a policy pattern for the name of a bucket whose account and region are unknown. */
export function openName(name: string): string {
  return name.replaceAll(`-${NO_ACCOUNT}`, '-*').replaceAll(`-${NO_REGION}`, '-*');
}

/** Returns a policy pattern for an ARN whose account and region may be unknown. */
export function openArn({ text, service, region, account, resource }: SourceArn): string {
  if (account === NO_ACCOUNT && region === NO_REGION) return `arn:*:${service}:*:*:${resource}`;
  const open = openName(text);
  return open === text ? text : open.replace(/^arn:aws:/, 'arn:*:');
}

/** Returns the variables for declared resources that every function in the stage has. */
export function declaredVariables(
  { resources = [] }: Pick<Manifest, 'resources'>,
  stage: ResourceStage,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    resources.flatMap((entry) => Object.entries(variableValues(entry, stage))),
  );
}

export function withNamedSources(manifest: Manifest, stage: ResourceStage): Manifest {
  const { events, resources } = manifest;
  if (!events || !resources) return manifest;
  return { ...manifest, events: events.map((entry) => namedSource(entry, stage)) };
}

/** The properties that name the source of an entry, each with the type of resource that it may refer to. */
const SOURCES = { queue: 'queue', topic: 'topic', bucket: 'bucket', table: 'table' } as const;

function namedSource(entry: EventEntry, stage: ResourceStage): EventEntry {
  const named = Object.entries(entry).map(([property, value]: [string, unknown]) => {
    const type = property in SOURCES ? SOURCES[property as keyof typeof SOURCES] : undefined; // because the condition checks that it is a key
    const name = isMapping(value) ? value['resource'] : undefined;
    if (property === 'onFailure' && isMapping(value) && typeof name === 'string') {
      const type = value['type'] as ResourceType; // because the compiler has built this entry
      return [property, { text: resourceArn({ type, name }, stage) }];
    }
    if (type === undefined || typeof name !== 'string') return [property, value];
    return [property, { text: resourceName({ type, name }, stage) }];
  });
  return Object.fromEntries(named) as EventEntry; // because only the format of names has changed
}
