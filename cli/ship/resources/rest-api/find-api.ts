// Finds the REST API of a stage by name and tag. Names of APIs are not unique, and simultaneous deploys from two machines
// may create several. Ours is the oldest one that was deployed.
import { readHashText } from '../../../../compiler/openapi/openapi-document.js';
import { compareTexts } from '../../../../compiler/text-order.js';
import type { CloudApi, CloudStage } from '../../../cloud/services/api-gateway.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { DOMAIN_TAG } from '../../../config/limits.js';
import { baseName } from '../../../config/cloud-names.js';
import { isOurs, ownDescription, ownTagOf } from '../../stage/own-tag.js';
import type { Owner } from '../../stage/states.js';
import type { ObservedApi } from './api-state.js';
import { readDeploymentRecord } from './deployment-record.js';

export type FoundApi = ObservedApi & {
  /** The stage that shows `deployment`. */
  readonly stage: string | undefined;
  /** Stages that somebody else made. */
  readonly foreignStages: readonly string[];
};

export type FoundApis = {
  readonly api: FoundApi | undefined;
  readonly otherApis: readonly string[];
  readonly servedTwins: readonly string[];
};

export type ApiSearch = Owner & {
  readonly cloud: Cloud;
  /** The stage of the API; undefined for any stage. */
  readonly apiStage: string | undefined;
  readonly recordedStage?: string | undefined;
  readonly apiId: string | undefined;
};

/** Finds the API without its routes, which are read only where they are needed. */
export async function findApi(search: ApiSearch): Promise<FoundApis> {
  const { cloud, apiStage } = search;
  const apis = await ownApis(search);
  const staged = await Promise.all(
    apis.map(async (api) => ({ api, stages: await cloud.apiGateway.listStages(api.id) })),
  );
  const ours = staged.find(({ stages }) => stages.length > 0) ?? staged[0];
  if (!ours) return { api: undefined, otherApis: [], servedTwins: [] };
  const { api, stages } = ours;
  const shown = apiStage === undefined ? stages[0] : stages.find(({ name }) => name === apiStage);
  const others = stages.filter(({ name }) => name !== shown?.name);
  const twins = staged.filter((one) => one.api.id !== api.id);
  const deployment = shown && (await readDeployment(cloud, api, shown.deploymentId));
  return {
    api: {
      id: api.id,
      tag: ownTagOf(api.tags),
      place: api.tags[DOMAIN_TAG],
      stage: shown?.name,
      settings: api.settings,
      stageSettings: shown,
      deployment,
      otherStages: others.filter((one) => isOwnStage(one, search)).map(({ name }) => name),
      foreignStages: others.filter((one) => !isOwnStage(one, search)).map(({ name }) => name),
      routes: undefined,
    },
    otherApis: twins.map((one) => one.api.id),
    servedTwins: twins.filter((one) => one.stages.length > 0).map((one) => one.api.id),
  };
}

/** Whether a deploy made the stage under an earlier `api_gateway_stage`. Other stages are made by hand and stay. */
function isOwnStage({ name, description }: CloudStage, owner: ApiSearch): boolean {
  return description === ownDescription(owner) || name === owner.recordedStage;
}

/** As {@link findApi}. An API without the wanted stage is returned with another of its stages. */
export async function findShownApi(search: ApiSearch): Promise<FoundApi | undefined> {
  const { api } = await findApi(search);
  const [other] = api ? [...api.otherStages, ...api.foreignStages] : [];
  if (!api || api.stage !== undefined || other === undefined) return api;
  return (await findApi({ ...search, apiStage: other })).api;
}

/** Oldest first. */
export async function ownApis({
  cloud,
  apiId,
  ...owner
}: Omit<ApiSearch, 'apiStage'>): Promise<readonly CloudApi[]> {
  const named = await cloud.apiGateway.findApis(baseName(owner.app, owner.stage));
  const isListed = apiId === undefined || named.some(({ id }) => id === apiId);
  // A list may lack a new API, but a recorded id can be read at once.
  const noted = isListed ? undefined : await cloud.apiGateway.getApi(apiId);
  return [...named, ...(noted ? [noted] : [])]
    .filter((api) => isOurs(api, owner))
    .toSorted((left, right) => left.createdAt - right.createdAt || compareTexts(left.id, right.id));
}

/**
 * The deployment that a stage shows, with the hash of its document. The hash is uncertain when something was imported
 * since: when two deploys cross, one may publish the other's routes with its own record.
 */
export async function readDeployment(
  cloud: Cloud,
  api: Pick<CloudApi, 'id' | 'description'>,
  id: string,
): Promise<NonNullable<FoundApi['deployment']>> {
  const found = await cloud.apiGateway.getDeployment(api.id, id);
  const record = readDeploymentRecord(found?.description ?? '');
  const hash = record?.document;
  const imported = readHashText(api.description) ?? hash;
  const createdAt = found?.createdAt ?? 0;
  return { id, hash: imported === hash ? hash : undefined, record, createdAt };
}
