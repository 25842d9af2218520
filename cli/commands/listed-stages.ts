// Lists the stages of an account in one region: by the tags of their APIs, and by the descriptions of their functions.
import { compareTexts } from '../../compiler/text-order.js';
import { isCloudError } from '../cloud/cloud-error.js';
import type { Cloud } from '../cloud/cloud.js';
import { partitionOf } from '../cloud/regions.js';
import type { CloudApi } from '../cloud/services/api-gateway.js';
import type { ListedFunction } from '../cloud/services/lambda.js';
import { DOMAIN_TAG } from '../config/limits.js';
import { domainAddress } from '../ship/resources/domain/domain-state.js';
import { apiAddress, readPlaces } from '../ship/resources/rest-api/api-state.js';
import { readExpiry, type StageExpiry } from '../ship/stage/expiry.js';
import { ownDescription, ownTagOf, readOwnDescription, readOwnTag } from '../ship/stage/own-tag.js';
import type { Owner } from '../ship/stage/states.js';

export type ListedStage = Owner &
  StageExpiry & {
    /** Milliseconds since 1970: when its API was created, or its functions were last changed. */
    readonly since: number;
    /** Undefined for a stage without routes, and where it may not be read. */
    readonly url: string | undefined;
  };

type Found = Owner & { readonly api?: CloudApi; readonly functions: readonly ListedFunction[] };

/** `app`: only the stages of this application. Sorted by application and stage. */
export async function listStages(cloud: Cloud, app?: string): Promise<readonly ListedStage[]> {
  const [apis, functions] = await Promise.all([
    cloud.apiGateway.findApis(),
    cloud.lambda.describeFunctions(),
  ]);
  const stages = new Map<string, Found>();
  const keep = (owner: Owner | undefined, part: (found: Found) => Partial<Found>): void => {
    if (!owner || (app !== undefined && owner.app !== app)) return;
    const key = JSON.stringify([owner.app, owner.stage]);
    const found = stages.get(key) ?? { app: owner.app, stage: owner.stage, functions: [] };
    stages.set(key, { ...found, ...part(found) });
  };
  // Two deploys may have created an API at the same moment. The oldest one stays.
  for (const api of apis.toSorted((a, b) => a.createdAt - b.createdAt)) {
    keep(readOwnTag(ownTagOf(api.tags)), (found) => ({ api: found.api ?? api }));
  }
  for (const one of functions) {
    keep(readOwnDescription(one.description), (found) => ({
      functions: [...found.functions, one],
    }));
  }
  const listed = await Promise.all([...stages.values()].map((found) => describe(cloud, found)));
  return listed.toSorted((a, b) => compareTexts(a.app, b.app) || compareTexts(a.stage, b.stage));
}

async function describe(cloud: Cloud, { app, stage, api, functions }: Found): Promise<ListedStage> {
  if (api) {
    const url = await unlessDenied(urlOf(cloud, api, { app, stage }));
    return { app, stage, ...readExpiry(api.tags), since: api.createdAt, url };
  }
  const since = Math.max(...functions.map(({ modifiedAt }) => modifiedAt));
  const [one] = functions.toSorted((a, b) => compareTexts(a.name, b.name));
  const found = one && (await unlessDenied(cloud.lambda.getFunction(one.name)));
  return { app, stage, ...readExpiry(found?.tags ?? {}), since, url: undefined };
}

async function urlOf(cloud: Cloud, api: CloudApi, owner: Owner): Promise<string | undefined> {
  const [place] = readPlaces(api.tags[DOMAIN_TAG] ?? '');
  if (place && place.name !== '') return domainAddress(place);
  const shown = (await cloud.apiGateway.listStages(api.id)).find(
    ({ description }) => description === ownDescription(owner),
  );
  const { region, endpoint } = cloud;
  const partition = partitionOf(region);
  return shown && apiAddress({ id: api.id, stage: shown.name, region, partition, endpoint });
}

/** A caller may be allowed to read only the stages of one application. */
async function unlessDenied<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isCloudError(error, 'denied')) return undefined;
    throw error;
  }
}
