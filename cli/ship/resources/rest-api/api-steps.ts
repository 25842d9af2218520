// Creates the REST API without routes and imports its document while the functions are being created. Callers see the imported
// routes only after publication.
import { placeDocument, readHashText } from '../../../../compiler/openapi/openapi-document.js';
import type { ApiSettings, CloudApi } from '../../../cloud/services/api-gateway.js';
import type { ApiPatch } from '../../../cloud/services/domains.js';
import { createOnce, notShown, retry } from '../../stage/repeated-calls.js';
import type { Deletion } from '../../stage/resource-type.js';
import {
  accountIn,
  type Session,
  DeployProblem,
  FIRST_EXCLUSIVE,
  type Step,
} from '../../stage/run-steps.js';
import { endpointPatches, leftoverPatches } from './api-settings.js';
import {
  apiId,
  apiIdIn,
  type DesiredApi,
  apiAddress,
  type DeploymentRecord,
  endpointField,
  unpublishedApi,
  writeDeploymentRecord,
} from './api-state.js';
import { ownApis } from './read-api.js';
import { diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { STREAM_HANDLER } from '../../../config/stage-config.js';
import { EXPIRES_TAG } from '../../../config/limits.js';
import { ownDescription } from '../../stage/own-tag.js';
import { type Desired, type Plan, deletedIn, functionId } from '../../stage/states.js';
import { crossedDeploys } from './api-catalogue.js';
import type { DesiredFunction } from '../function/function-settings.js';

/** API names are not unique. The API is created after the first unique name, which only one of two deploys gets. */
const GATE = [FIRST_EXCLUSIVE];

/** Returns the steps that create, import and tag the API. Publication and deletions come later. */
export function apiSteps(session: Session): readonly Step[] {
  const { api } = session.plan;
  if (!api || api.action === 'unchanged' || api.action === 'delete') return [];
  const object = `API ${api.api.name}`;
  if (api.action === 'create') {
    return [
      {
        id: apiId,
        label: { verb: 'create', object },
        dependsOn: GATE,
        run: () => createApi(api.api, session),
      },
      importStep(api.api, undefined, session),
    ];
  }
  const { parts, observed } = api;
  const tagStep: Step = {
    id: 'api-tags',
    label: { verb: 'update', object: `tags of ${object}` },
    run: () => session.cloud.apiGateway.tagApi(apiIdIn(session), api.api.tags),
  };
  return [
    ...(parts.includes('document') ? [importStep(api.api, observed.settings, session)] : []),
    ...(parts.includes('tags') ? [tagStep] : []),
  ];
}

/** Returns the deletions of the stages for previous values of `api_gateway_stage`. */
export function stageDeletions({ api }: Plan): readonly Deletion[] {
  if (api?.action !== 'update' || !api.parts.includes('stages')) return [];
  const { id, otherStages } = api.observed;
  return otherStages.map((name) => ({
    kind: 'stage',
    name,
    isUnasked: true,
    run: ({ cloud }) => cloud.apiGateway.deleteStage(id, name),
  }));
}

// Publishes the API to its stage after all other resources exist. From then on, callers see it.

export const publishId = 'publish';

export function publishSteps(session: Session): readonly Step[] {
  const { api } = session.plan;
  if (!api || api.action === 'unchanged' || api.action === 'delete') return [];
  if (api.action === 'update' && !api.parts.includes('deployment')) return [];
  const wanted = api.api;
  return [
    {
      id: publishId,
      label: { verb: 'publish', object: `stage ${wanted.stage}` },
      run: async () => {
        session.learned.deploymentId = await publish(wanted, session);
        if (api.action === 'update') await checkCrossing(wanted, session);
      },
    },
  ];
}

/** `before` contains the settings of the existing API; undefined for a new API, and if the settings were not read. */
function importStep(api: DesiredApi, before: ApiSettings | undefined, session: Session): Step {
  return {
    id: 'import',
    label: { verb: 'import', object: `routes of API ${api.name}` },
    // The document contains the account. A streaming integration is imported after its function exists.
    dependsOn: [apiId, ...(session.learned.account ? [] : GATE), ...streamIds(api)],
    run: async () => {
      const { id, partition } = accountIn(session);
      const { region } = session.desired;
      const placed = placeDocument(api.document, { account: id, partition, region });
      const document = JSON.stringify(placed);
      const { apiGateway } = session.cloud;
      const put = (): Promise<CloudApi> => apiGateway.putApi(apiIdIn(session), document);
      // API Gateway accepts a document that names VPC endpoints only for a private API. An API becomes public only after it has
      // its new routes and policy.
      if (before && api.settings.endpointType === 'PRIVATE') {
        await patchApi(endpointPatches(before, api.settings), session);
      }
      const isNew = session.plan.api?.action === 'create';
      const made = await retry(put, session.wait, notShown(isNew));
      await patchApi(leftoverPatches(made.settings, api.settings), session);
    },
  };
}

function streamIds({ name, routes }: DesiredApi): readonly string[] {
  const hasStreams = routes.some(({ isStreamed }) => isStreamed);
  return hasStreams ? [functionId(functionNameOf(name, STREAM_HANDLER))] : [];
}

async function patchApi(calls: readonly (readonly ApiPatch[])[], session: Session): Promise<void> {
  for (const patches of calls) await session.cloud.apiGateway.updateApi(apiIdIn(session), patches);
}

async function createApi(api: DesiredApi, session: Session): Promise<void> {
  const { cloud, learned, note, observed, wait } = session;
  // If the stage's functions have an expiry tag, the new API gets the same tag.
  const kept = observed.functions.find(({ tags }) => Object.hasOwn(tags, EXPIRES_TAG))?.tags;
  const expiry = kept && { [EXPIRES_TAG]: kept[EXPIRES_TAG] ?? '' };
  const { endpointType, vpcEndpointIds } = api.settings;
  const tags = { ...expiry, ...api.tags };
  const creation = { name: api.name, tags, endpointType, vpcEndpointIds };
  const made = await createOnce(
    () => cloud.apiGateway.createApi(creation),
    async () => (await ownApis({ ...session.desired, cloud, apiId: undefined }))[0],
    wait,
  );
  learned.apiId = await keepOldest(made, session);
  await note({ api: unpublishedApi(learned.apiId, api) });
}

/** The pause before each check for an API that another deploy creates at the same time, in milliseconds. */
const RIVAL_LOOKS = [250, 500, 1000, 2000];

/**
 * Lists the APIs again and keeps the oldest one: another deploy may have created an API, and an API whose creation got no
 * response may become visible only now. If two APIs have the same creation time (AWS uses whole seconds), the API with the
 * first id is kept. If the other API remains, it is kept instead, because its deploy listed the APIs before this one existed.
 */
async function keepOldest(made: CloudApi, { cloud, desired, wait }: Session): Promise<string> {
  const list = (): Promise<readonly CloudApi[]> => ownApis({ ...desired, cloud, apiId: made.id });
  let apis = await list();
  const [oldest = made] = apis;
  let kept: CloudApi | undefined = oldest;
  if (oldest.id === made.id) {
    const isRival = ({ id, createdAt }: CloudApi): boolean =>
      id !== made.id && createdAt === oldest.createdAt;
    for (const pause of RIVAL_LOOKS) {
      if (!apis.some(isRival)) break;
      await wait(pause);
      apis = await list();
    }
    kept = apis.find(isRival);
  }
  if (!kept) return made.id;
  await cloud.apiGateway.deleteApi(made.id);
  return kept.id;
}

async function publish(api: DesiredApi, session: Session): Promise<string> {
  const { apiGateway } = session.cloud;
  const apiId = apiIdIn(session);
  const description = writeDeploymentRecord(await recordOf(api, session));
  const stageDescription = ownDescription(session.desired);
  const deployment = { stage: api.stage, description, stageDescription };
  const create = async (): Promise<string> =>
    (await apiGateway.createDeployment(apiId, deployment)).id;
  return createOnce(
    () => retry(create, session.wait, notShown(session.plan.api?.action === 'create')),
    () => findPublished(api, description, session),
    session.wait,
  );
}

/** Returns the deployment that an attempt with a lost response created; undefined if there is none. */
async function findPublished(
  { stage }: DesiredApi,
  description: string,
  session: Session,
): Promise<string | undefined> {
  const { apiGateway } = session.cloud;
  const apiId = apiIdIn(session);
  const shown = (await apiGateway.getStage(apiId, stage))?.deploymentId;
  if (shown === undefined || shown === session.observed.api?.deployment?.id) return undefined;
  const found = await apiGateway.getDeployment(apiId, shown);
  return found?.description === description ? shown : undefined;
}

async function recordOf(api: DesiredApi, session: Session): Promise<DeploymentRecord> {
  const { desired, observed } = session;
  const previous = observed.api?.deployment?.id;
  const version = await versionOf(session);
  return {
    document: api.hash,
    code: desired.package.sha256,
    ...(version !== undefined && { version }),
    ...endpointField(api),
    changed: [...(hasOtherCode(session) ? (['code'] as const) : []), 'api'],
    ...(previous !== undefined && { previous }),
  };
}

/** Returns the version of the API's function. A call is needed only for code that this deploy did not upload. */
async function versionOf({ cloud, desired, learned }: Session): Promise<string | undefined> {
  const served = servedFunction(desired);
  if (!served) return undefined;
  const published = learned.versions.get(served.name);
  if (published !== undefined) return published;
  const { versions } = await cloud.lambda.readHistory(served.name);
  return versions.find(({ codeSha256 }) => codeSha256 === desired.package.sha256)?.version;
}

function servedFunction({ functions, app, stage }: Desired): DesiredFunction | undefined {
  return functions.find(({ name }) => name === baseName(app, stage));
}

/** True if the code has changed, in this deploy or in an interrupted deploy before it. */
function hasOtherCode(session: Session): boolean {
  if (changesCode(session.plan)) return true;
  const before = codeBefore(session);
  return before !== undefined && before !== session.desired.package.sha256;
}

/** Returns the code before the interrupted deploy that this one completes; undefined if another machine has deployed since. */
function codeBefore({ previous, observed }: Session): string | undefined {
  if (previous?.isComplete !== false) return undefined;
  const isStillShown = (previous.api?.deploymentId ?? '') === (observed.api?.deployment?.id ?? '');
  return isStillShown ? previous.codeBefore : undefined;
}

function changesCode({ functions }: Plan): boolean {
  return functions.some((change) =>
    change.action === 'update'
      ? change.parts.includes('code')
      : change.action === 'create' || change.action === 'replace',
  );
}

/**
 * Checks that no other deploy interfered. API Gateway publishes the routes that the API has at that moment, but another machine
 * may just have imported its own routes, or uploaded its code between our code and our routes. Code that this deploy uploaded
 * itself is protected by its revision.
 */
async function checkCrossing(api: DesiredApi, session: Session): Promise<void> {
  const [hasOtherRoutes, hasOtherCode] = await Promise.all([
    holdsOther(api, session),
    changesCode(session.plan) ? false : runsOther(session),
  ]);
  if (!hasOtherRoutes && !hasOtherCode) return;
  throw new DeployProblem(diagnose(crossedDeploys, { stage: api.stage }));
}

async function holdsOther(api: DesiredApi, session: Session): Promise<boolean> {
  const found = await session.cloud.apiGateway.getApi(apiIdIn(session));
  const hash = readHashText(found?.description);
  return hash !== undefined && hash !== api.hash;
}

async function runsOther({ cloud, desired }: Session): Promise<boolean> {
  const served = servedFunction(desired);
  const found = served && (await cloud.lambda.getFunctionConfiguration(served.name));
  return found !== undefined && found.codeSha256 !== desired.package.sha256;
}

// Waits until a new API responds, so that its URL works once it is printed: after the first deployment, the gateway rejects
// every request for several seconds with `{"message":"Forbidden"}`. Also waits for callers of a function that will be deleted.

const PAUSES: readonly number[] = [100, 100, 200, 400, 800, 1500, 2000, 2000, 2000, 2000];

export async function askAddress(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) });
    return await response.text();
  } catch {
    // This is not an error: the deploy itself is complete.
    return undefined;
  }
}

const FORBIDDEN = /^\s*\{"message":\s*"Forbidden"\}\s*$/;

/** Returns the step that waits for a new API to respond; none if `ask` is undefined. */
export function liveSteps(session: Session): readonly Step[] {
  const { ask } = session;
  const { api } = session.plan;
  if (!ask || !api || api.action === 'unchanged' || api.action === 'delete') return [];
  // An earlier deploy created the API and was interrupted before this step.
  if (session.observed.api?.deployment) return [];
  const { stage, routes, settings } = api.api;
  // A private API never accepts requests from this machine.
  if (settings.endpointType === 'PRIVATE') return [];
  return [
    {
      id: 'live',
      label: { verb: 'await', object: 'the API to respond' },
      dependsOn: [publishId],
      run: async () => {
        const { region, endpoint } = session.cloud;
        const { partition } = accountIn(session);
        const location = { id: apiIdIn(session), stage, region, partition, endpoint };
        const url = `${apiAddress(location)}${unroutedPath(routes.map(({ path }) => path))}`;
        const end = session.wait.for?.('the API to respond at its URL');
        try {
          for (const pause of PAUSES) {
            const answer = await ask(url);
            if (answer === undefined || !FORBIDDEN.test(answer)) return;
            await session.wait(pause);
          }
        } finally {
          end?.();
        }
      },
    },
  ];
}

/** Returns a path with more segments than any route, so that the request calls no view. */
function unroutedPath(paths: readonly string[]): string {
  const depth = Math.max(...paths.map((path) => path.split('/').length));
  return Array.from({ length: depth + 1 }, () => 'is-live').join('/');
}

/** How long the gateway may keep using the earlier deployment, in milliseconds. */
const HANDOVER = 5000;

/** Until the new routes are live, callers can reach the function of the streaming routes, so its deletion waits. */
export function handoverSteps({ plan, desired, wait }: Session): readonly Step[] {
  const streams = functionNameOf(baseName(desired.app, desired.stage), STREAM_HANDLER);
  const isLeft = deletedIn(plan.functions).some(({ name }) => name === streams);
  if (!isLeft || plan.api?.action !== 'update' || !plan.api.parts.includes('deployment')) return [];
  return [
    {
      id: 'handover',
      label: { verb: 'await', object: 'the new routes to be live' },
      dependsOn: [publishId],
      run: () => wait(HANDOVER),
    },
  ];
}
