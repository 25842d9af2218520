// Reads mappings: one list for each function that may have some, and each source, to check that it exists and that Lambda can
// read it. Tags are read only for mappings that would be deleted.
import type { Cloud } from '../../../cloud/cloud.js';
import type { CloudMapping } from '../../../cloud/mappings/mapping-calls.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import { baseName } from '../../../config/cloud-names.js';
import { polledOf } from '../../polled-sources/registry.js';
import { isOurs } from '../../stage/own-tag.js';
import type { Found, RecordReading, Search } from '../../stage/resource-type.js';
import { type Desired, namesOf, type Owner } from '../../stage/states.js';
import { type FoundMapping, sourceId } from './mapping-state.js';
import { findMapping, isThere } from './match-mappings.js';

type FoundMappings = Pick<Found, 'mappings' | 'sources'>;

export const NO_MAPPINGS: FoundMappings = { mappings: [], sources: new Map() };

/** Makes no call when neither the source nor the record has mappings. */
export async function readRecordedMappings({
  cloud,
  desired,
  record,
}: RecordReading): Promise<FoundMappings> {
  const names = namesOf(functionsWith(desired), record.polled);
  if (names.length === 0) return NO_MAPPINGS;
  const lists = names.map((name) => listMappings(cloud, name));
  return withSources(lists, { cloud, owner: desired, desired });
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
  return withSources(lists, { cloud, owner: search, desired });
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
};

async function withSources(
  lists: readonly Promise<readonly Listed[]>[],
  { cloud, owner, desired }: Surroundings,
): Promise<FoundMappings> {
  const wanted = desired?.mappings ?? [];
  const region = desired?.region ?? cloud.region;
  const asked = new Map(wanted.map(({ source }) => [sourceId(source), source]));
  const rows = [...asked].map(
    async ([id, source]) => [id, await polledOf(source).kind.find(cloud, source)] as const,
  );
  const [listed, found] = await Promise.all([Promise.all(lists), Promise.all(rows)]);
  const all = listed.flat().map((one): FoundMapping => ({
    ...one.found,
    functionName: one.functionName,
    isOurs: undefined,
  }));
  const sources = new Map(found);
  const used = wanted.map((mapping) => findMapping(mapping, all, { region, sources })?.uuid);
  const mappings = all.map(async (one): Promise<FoundMapping> => {
    if (used.includes(one.uuid) || !isThere(one)) return one;
    const tags = await cloud.mappings.getMappingTags(one.arn);
    return { ...one, isOurs: isOurs({ tags }, owner) };
  });
  return { mappings: await Promise.all(mappings), sources };
}
