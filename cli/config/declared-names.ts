// The names of declared resources in a stage: of the resources themselves, in the variables of functions, and in the sources of
// events that are such resources (docs/guide/resources.md).
import type { SourceArn } from '../../compiler/declarations/source-forms.js';
import { isMapping } from '../../compiler/json-values.js';
import { ANY_REGION } from '../../compiler/openapi/openapi-document.js';
import type { EventEntry, Manifest } from '../../runtime/contract/manifest.js';
import {
  ANY_PLACE,
  resourceArn,
  resourceName,
  type ResourceStage,
  type ResourceType,
  variableValues,
} from '../../runtime/contract/resources.js';
import { partitionOf } from '../cloud/regions.js';

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
