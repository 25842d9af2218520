// Reads the REST API of a stage. With a record, this takes one call for the API's stage; otherwise the API is found by name and
// tag. Names are not unique: of the APIs that simultaneous deploys create, ours is the oldest one that was deployed.
import { readHashText } from '../../../../compiler/openapi/openapi-document.js';
import {
  type RouteSummary,
  summarizeDocument,
} from '../../../../compiler/openapi/route-summary.js';
import { compareTexts } from '../../../../compiler/groups.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import type { CloudApi, CloudStage } from '../../../cloud/services/api-gateway.js';
import { baseName } from '../../../config/cloud-names.js';
import { DOMAIN_TAG, KEYS_TAG } from '../../../config/limits.js';
import { isOurs, ownDescription, ownTagOf } from '../../stage/own-tag.js';
import type {
  ObservedResources,
  NameSearch,
  ReadRequest,
  RecordReading,
} from '../../stage/resource-type.js';
import type { DeployedState, Observed, Owner } from '../../stage/states.js';
import { hasOwnSettings } from './api-settings.js';
import { isOfDocument, type ObservedApi, readDeploymentRecord } from './api-state.js';

export type FoundApi = ObservedApi & {
  readonly stage: string | undefined;
  /** Manually created stages. */
  readonly foreignStages: readonly string[];
};

export type FoundApis = {
  readonly api: FoundApi | undefined;
  readonly otherApis: readonly string[];
  readonly servedTwins: readonly string[];
};

export type ApiSearch = Owner & {
  readonly cloud: Cloud;
  /** The stage of the API; undefined to accept any stage. */
  readonly apiStage: string | undefined;
  readonly recordedStage?: string | undefined;
  readonly apiId: string | undefined;
};

/** Like {@link findApi}. An API without the requested stage is returned with another of its stages. */
export async function findShownApi(search: ApiSearch): Promise<FoundApi | undefined> {
  const { api } = await findApi(search);
  const [other] = api ? [...api.otherStages, ...api.foreignStages] : [];
  if (!api || api.stage !== undefined || other === undefined) return api;
  return (await findApi({ ...search, apiStage: other })).api;
}

/** Returns the APIs of the stage, oldest first. */
export async function ownApis(search: Omit<ApiSearch, 'apiStage'>): Promise<readonly CloudApi[]> {
  const { cloud, apiId, ...owner } = search;
  const named = await cloud.apiGateway.findApis(baseName(owner.app, owner.stage));
  const isListed = apiId === undefined || named.some(({ id }) => id === apiId);
  // A new API may not be in the list yet, but a recorded id can be read immediately.
  const noted = isListed ? undefined : await cloud.apiGateway.getApi(apiId);
  return [...named, ...(noted ? [noted] : [])]
    .filter((api) => isOurs(api, owner))
    .toSorted((left, right) => left.createdAt - right.createdAt || compareTexts(left.id, right.id));
}

export async function readRecordedApi(reading: RecordReading): Promise<ObservedApis | undefined> {
  const { cloud, desired, record, observed } = reading;
  const { api: wanted, app, stage } = desired;
  const { api: recorded } = record;
  if (!recorded && !wanted) return { api: undefined };
  if (!recorded || (wanted && wanted.stage !== recorded.stage)) {
    const { id: apiId, stage: recordedStage } = recorded ?? {};
    return findApi({ cloud, app, stage, apiStage: wanted?.stage, recordedStage, apiId });
  }
  const shown = await cloud.apiGateway.getStage(recorded.id, recorded.stage);
  if (!shown || (await hasTwin({ cloud, desired, record, observed }))) return undefined;
  const isRecorded = shown.deploymentId === recorded.deploymentId;
  // Settings are read only if the configuration or the record contains some.
  const hasSettings = recorded.hasSettings === true || (wanted && hasOwnSettings(wanted.settings));
  const isRead = !isRecorded || hasSettings === true;
  const found = isRead ? await cloud.apiGateway.getApi(recorded.id) : undefined;
  const changed = isRecorded ? undefined : found;
  if (changed && !isOurs(changed, desired)) return undefined;
  const api: ObservedApi = {
    id: recorded.id,
    tag: undefined,
    settings: found?.settings,
    stageSettings: shown,
    deployment: changed
      ? await readDeployment(cloud, changed, shown.deploymentId)
      : { id: recorded.deploymentId, hash: recorded.hash },
    otherStages: [],
    routes: isRecorded ? recorded.routes : undefined,
  };
  return { api };
}

/** True if the recorded API still belongs to the stage. If the record has no API, another machine may have created one. */
export async function isStillRecorded(
  { apiGateway }: Cloud,
  record: DeployedState,
): Promise<boolean> {
  const found = record.api && (await apiGateway.getApi(record.api.id));
  return found ? isOurs(found, record) : false;
}

export function readNamedApi(search: NameSearch): Promise<ObservedApis> {
  const { cloud, app, stage, desired, record } = search;
  const { id: apiId, stage: recordedStage } = record?.api ?? {};
  const apiStage = desired && (desired.api?.stage ?? recordedStage);
  return findApi({ cloud, app, stage, apiStage, recordedStage: desired && recordedStage, apiId });
}

/** Returns the API with its published routes, which are read only if they are about to change. */
export async function readShownRoutes(
  { api }: Observed,
  { cloud, desired, record }: ReadRequest,
): Promise<Pick<ObservedResources, 'api'>> {
  const stage = desired.api?.stage ?? record?.api?.stage;
  const isKnown = !api?.deployment || api.routes || isOfDocument(api.deployment.hash, desired.api);
  if (isKnown || stage === undefined) return { api };
  return { api: { ...api, routes: await readRoutes(cloud, api, stage) } };
}

/** Finds the API without its routes, which are read only if they are needed. */
async function findApi(search: ApiSearch): Promise<FoundApis> {
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
      hasKeys: api.tags[KEYS_TAG] !== undefined,
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

/** True if a deploy created the stage for a previous `api_gateway_stage`. Stages that were created manually are kept. */
function isOwnStage({ name, description }: CloudStage, owner: ApiSearch): boolean {
  return description === ownDescription(owner) || name === owner.recordedStage;
}

/** The hash is unknown if something was imported later: of two concurrent deploys, one may publish the other's routes. */
async function readDeployment(
  cloud: Cloud,
  api: Pick<CloudApi, 'id' | 'description'>,
  id: string,
): Promise<NonNullable<FoundApi['deployment']>> {
  const found = await cloud.apiGateway.getDeployment(api.id, id);
  const record = readDeploymentRecord(found?.description ?? '');
  const hash = record?.document;
  const isImported = (readHashText(api.description) ?? hash) === hash;
  return { id, hash: isImported ? hash : undefined, record, createdAt: found?.createdAt ?? 0 };
}

type ObservedApis = Pick<ObservedResources, 'api' | 'otherApis' | 'servedTwins'>;

/**
 * True if another API of the stage exists. The APIs are listed only if another one is likely: this one was created without
 * first creating a unique name, or another machine has since changed a function.
 */
async function hasTwin({ cloud, desired, record, observed }: RecordReading): Promise<boolean> {
  const { api, revisions = {} } = record;
  const functions = (await observed.functions) ?? [];
  const isChanged = functions.some(
    ({ name, revisionId }) => (revisions[name] ?? revisionId) !== revisionId,
  );
  if (api?.mayHaveTwin !== true && !isChanged) return false;
  const { app, stage } = desired;
  return (await ownApis({ cloud, app, stage, apiId: api?.id })).length > 1;
}

async function readRoutes(
  { apiGateway }: Cloud,
  { id }: ObservedApi,
  stage: string,
): Promise<readonly RouteSummary[] | undefined> {
  try {
    const document = await apiGateway.exportStage(id, stage);
    return document === undefined ? undefined : summarizeDocument(JSON.parse(document));
  } catch (error) {
    // A plan also works without the routes, and not every emulator can export them.
    if (isCloudError(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
