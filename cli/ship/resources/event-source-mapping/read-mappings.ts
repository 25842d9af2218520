// Reads mappings: one list for each function that may have some. Tags are read only for mappings that would be deleted. A
// source is read when its mapping is created or changed, to check that it exists and that Lambda can read it.
import type { Cloud } from '../../../cloud/cloud.js';
import type { CloudFunction } from '../../../cloud/lambda-calls.js';
import type { CloudMapping } from '../../../cloud/mappings/mapping-calls.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import { baseName } from '../../../config/cloud-names.js';
import type { Source } from '../../../config/event-sources.js';
import { polledOf } from '../../polled-sources/registry.js';
import { isOurs } from '../../stage/own-tag.js';
import type { Found, RecordReading, Search } from '../../stage/resource-type.js';
import { type Desired, namesOf, type Owner } from '../../stage/states.js';
import { type DesiredMapping, type FoundMapping, sourceId } from './mapping-state.js';
import { compareMapping, comparePosition, findMapping, isThere } from './match-mappings.js';

type FoundMappings = Pick<Found, 'mappings' | 'sources'>;

export const NO_MAPPINGS: FoundMappings = { mappings: [], sources: new Map() };

/** Makes no call when neither the source nor the record has mappings. */
export async function readRecordedMappings({
  cloud,
  desired,
  record,
  observed,
}: RecordReading): Promise<FoundMappings | undefined> {
  const names = namesOf(functionsWith(desired), record.polled);
  if (names.length === 0) return NO_MAPPINGS;
  const [functions, lists] = await Promise.all([
    observed.functions,
    Promise.all(names.map((name) => listMappings(cloud, name))),
  ]);
  if (!functions) return undefined;
  const listed = lists.flat();
  return withSources(listed, { cloud, owner: desired, desired, functions });
}

/** Without a record, lists the mappings of every function that may have one from an earlier deploy. */
export async function readAllMappings(search: Search): Promise<FoundMappings> {
  const { cloud, desired, record } = search;
  const functions = await search.all.functions;
  const known = namesOf(desired && functionsWith(desired), record?.polled);
  const others = functions.filter(
    (one) =>
      isOurs(one, search) &&
      !known.includes(one.name) &&
      one.name !== baseName(search.app, search.stage),
  );
  const lists = [
    ...known.map((name) => listMappings(cloud, name)),
    ...others.map(({ name }) => listUnlessDenied(cloud, name)),
  ];
  const listed = (await Promise.all(lists)).flat();
  return withSources(listed, { cloud, owner: search, desired, functions });
}

export function functionsWith({ mappings }: Desired): readonly string[] {
  return mappings.map(({ functionName }) => functionName);
}

type Listed = { readonly functionName: string; readonly found: CloudMapping };

async function listMappings({ mappings }: Cloud, functionName: string): Promise<readonly Listed[]> {
  const found = await mappings.listMappings(functionName);
  return found
    .filter(({ functionArn }) => functionArn.endsWith(`:function:${functionName}`))
    .map((one) => ({ functionName, found: one }));
}

/** Nothing when the call is denied: an application without sources of events needs no permission for them. */
async function listUnlessDenied(cloud: Cloud, functionName: string): Promise<readonly Listed[]> {
  try {
    return await listMappings(cloud, functionName);
  } catch (error) {
    if (isCloudError(error, 'denied')) return [];
    throw error;
  }
}

type Surroundings = {
  readonly cloud: Cloud;
  readonly owner: Owner;
  readonly desired: Desired | undefined;
  readonly functions: readonly CloudFunction[];
};

async function withSources(
  listed: readonly Listed[],
  { cloud, owner, desired, functions }: Surroundings,
): Promise<FoundMappings> {
  const all = listed.map(({ functionName, found }): FoundMapping => ({
    ...found,
    functionName,
    isOurs: undefined,
  }));
  const wanted = desired?.mappings ?? [];
  const region = desired?.region ?? cloud.region;
  const asked = new Map<string, Source>();
  for (const mapping of wanted) {
    const { source } = mapping;
    const found = findMapping(mapping, all, { region, sources: new Map() });
    if (isRead(mapping, found, functions)) asked.set(sourceId(source), source);
  }
  const rows = [...asked].map(
    async ([id, source]) => [id, await polledOf(source).kind.find(cloud, source)] as const,
  );
  const sources = new Map(await Promise.all(rows));
  const used = wanted.map((mapping) => findMapping(mapping, all, { region, sources })?.uuid);
  const mappings = all.map(async (one): Promise<FoundMapping> => {
    if (used.includes(one.uuid) || !isThere(one)) return one;
    const tags = await cloud.mappings.getMappingTags(one.arn);
    return { ...one, isOurs: isOurs({ tags }, owner) };
  });
  return { mappings: await Promise.all(mappings), sources };
}

function isRead(
  mapping: DesiredMapping,
  found: FoundMapping | undefined,
  functions: readonly CloudFunction[],
): boolean {
  if (!found || polledOf(mapping.source).kind.isAlwaysRead) return true;
  const timeout = functions.find(({ name }) => name === mapping.functionName)?.timeout;
  const changes = [...compareMapping(mapping, found), ...comparePosition(mapping, found)];
  return changes.length > 0 || timeout !== mapping.timeout;
}
