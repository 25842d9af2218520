// Reads the API: by one call for its stage when there is a record, else by name and tag.
import type { RouteSummary } from '../../../../compiler/openapi/route-summary.js';
import { summarizeDocument } from '../../../../compiler/openapi/summarize-document.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import type { Cloud } from '../../../cloud/cloud.js';
import type { Found, NameSearch, ReadRequest, RecordReading } from '../../stage/resource-type.js';
import { isOurs } from '../../stage/own-tag.js';
import type { DeployedState, Observed } from '../../stage/states.js';
import { hasOwnSettings } from './api-settings.js';
import { isOfDocument, type ObservedApi } from './api-state.js';
import { findApi, ownApis, readDeployment } from './find-api.js';

type FoundApis = Pick<Found, 'api' | 'otherApis' | 'servedTwins'>;

export async function readRecordedApi({
  cloud,
  desired,
  record,
  observed,
}: RecordReading): Promise<FoundApis | undefined> {
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
  // Settings are read only when the configuration or the record has some.
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

/**
 * Whether another API of the stage exists, which all resources are then searched for. The list of APIs is read when there is
 * reason to expect one: this API was made without a unique name before it, or another machine has changed a function since.
 * Otherwise a deploy without changes would make a fourth call.
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

/** Whether the recorded API is of the stage. Without one in the record another machine may have made it. */
export async function isStillRecorded(
  { apiGateway }: Cloud,
  record: DeployedState,
): Promise<boolean> {
  const found = record.api && (await apiGateway.getApi(record.api.id));
  return found ? isOurs(found, record) : false;
}

export function readNamedApi(search: NameSearch): Promise<FoundApis> {
  const { cloud, app, stage, desired, record } = search;
  return findApi({
    cloud,
    app,
    stage,
    apiStage: desired && (desired.api?.stage ?? record?.api?.stage),
    recordedStage: desired && record?.api?.stage,
    apiId: record?.api?.id,
  });
}

/** The published routes; read only when they are about to change. */
export async function readShownRoutes(
  { api }: Observed,
  { cloud, desired, record }: ReadRequest,
): Promise<Pick<Found, 'api'>> {
  const stage = desired.api?.stage ?? record?.api?.stage;
  const isKnown = !api?.deployment || api.routes || isOfDocument(api.deployment.hash, desired.api);
  if (isKnown || stage === undefined) return { api };
  return { api: { ...api, routes: await readRoutes(cloud, api, stage) } };
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
    // A plan works without the routes, and not every emulator can export them.
    if (isCloudError(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
