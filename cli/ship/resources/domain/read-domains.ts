// Reads domains by name, with two calls for each, and none for an application that never had one.
import type { Cloud } from '../../../cloud/cloud.js';
import type { Found, NameSearch, RecordReading } from '../../stage/resource-type.js';
import type { ObservedApi } from '../rest-api/api-state.js';
import { type DomainPlace, readPlaces } from '../rest-api/api-address.js';
import type { ObservedDomain } from './domain-state.js';

type FoundDomains = Pick<Found, 'domains'>;

/**
 * Undefined when the API is not at the recorded place. Another machine may have moved it, and then the API's tags are read.
 */
export async function readRecordedDomains({
  cloud,
  desired,
  record,
}: RecordReading): Promise<FoundDomains | undefined> {
  const { domains: places = [], api } = record;
  const found = await readDomains(cloud, desired.domain, places);
  const isThere = ({ name, basePath }: DomainPlace): boolean =>
    found.domains?.some(
      (one) =>
        one.name === name &&
        one.mappings.some((other) => other.basePath === basePath && other.apiId === api?.id),
    ) === true;
  return places.every(isThere) ? found : undefined;
}

export async function readNamedDomains({
  cloud,
  desired,
  record,
  named,
}: NameSearch): Promise<FoundDomains> {
  const places = [...(record?.domains ?? []), ...placesOf(await named.api)];
  return readDomains(cloud, desired?.domain, places);
}

/** The places in the API's tags, for a machine without a record. */
function placesOf(api: ObservedApi | undefined): readonly DomainPlace[] {
  return api?.place === undefined ? [] : readPlaces(api.place);
}

async function readDomains(
  { apiGateway }: Cloud,
  desired: DomainPlace | undefined,
  known: readonly DomainPlace[],
): Promise<FoundDomains> {
  const names = [...new Set([...(desired ? [desired] : []), ...known].map(({ name }) => name))];
  if (names.length === 0) return {};
  const domains = names.map(async (name): Promise<ObservedDomain> => {
    const [domain, mappings] = await Promise.all([
      apiGateway.getDomain(name),
      apiGateway.listMappings(name),
    ]);
    const paths = known.filter((one) => one.name === name).map(({ basePath }) => basePath);
    return { name, domain, mappings, known: [...new Set(paths)] };
  });
  return { domains: await Promise.all(domains) };
}
