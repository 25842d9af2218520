// Publishes the API to its stage after all other resources. From then on callers see it.
import { diagnose } from '../../../../compiler/diagnostics/diagnose.js';
import { readHashText } from '../../../../compiler/openapi/openapi-document.js';
import { baseName } from '../../../config/cloud-names.js';
import { createOnce } from '../../stage/create-named.js';
import { ownDescription } from '../../stage/own-tag.js';
import { notShown, retry } from '../../stage/retry.js';
import { DeployProblem } from '../../stage/run-steps.js';
import type { Session } from '../../stage/session.js';
import type { Desired, Plan } from '../../stage/states.js';
import type { Step } from '../../stage/step.js';
import type { DesiredFunction } from '../function/function-state.js';
import { crossedDeploys } from './api-catalogue.js';
import { apiIdIn, type DesiredApi } from './api-state.js';
import {
  type DeploymentRecord,
  endpointField,
  writeDeploymentRecord,
} from './deployment-record.js';

export const publishId = 'publish';

export function publishSteps(session: Session): readonly Step[] {
  const { api } = session.plan;
  if (!api || api.action === 'unchanged' || api.action === 'delete') return [];
  const isPublished = api.action === 'update' && !api.parts.includes('deployment');
  if (isPublished) return [];
  const wanted = api.api;
  return [
    {
      id: publishId,
      label: { verb: 'publish', object: `stage ${wanted.stage}` },
      dependsOn: [],
      run: async () => {
        session.learned.deploymentId = await publish(wanted, session);
        if (api.action === 'update') await checkCrossing(wanted, session);
      },
    },
  ];
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

/** The stage's deployment, when it already shows this document. */
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

/** The version of the API's function. A call is needed only for code that this deploy did not upload. */
async function versionOf({ cloud, desired, learned }: Session): Promise<string | undefined> {
  const served = servedFunction(desired);
  if (!served) return undefined;
  const published = learned.versions.get(served.name);
  if (published !== undefined) return published;
  const versions = await cloud.lambda.listVersions(served.name);
  return versions.find(({ codeSha256 }) => codeSha256 === desired.package.sha256)?.version;
}

function servedFunction({ functions, app, stage }: Desired): DesiredFunction | undefined {
  return functions.find(({ name }) => name === baseName(app, stage));
}

/** Whether the code has changed, also by an interrupted deploy before this one. */
function hasOtherCode(session: Session): boolean {
  if (changesCode(session.plan)) return true;
  const before = codeBefore(session);
  return before !== undefined && before !== session.desired.package.sha256;
}

/** The code before an interrupted deploy that this one finishes; undefined when another machine has deployed since. */
function codeBefore({ previous, observed }: Session): string | undefined {
  if (previous?.isComplete !== false) return undefined;
  const isStillShown = (previous.api?.deploymentId ?? '') === (observed.api?.deployment?.id ?? '');
  return isStillShown ? previous.codeBefore : undefined;
}

function changesCode({ functions }: Plan): boolean {
  return functions.some(
    (change) =>
      change.action === 'create' ||
      change.action === 'replace' ||
      (change.action === 'update' && change.parts.includes('code')),
  );
}

/**
 * Checks that no other deploy interfered. API Gateway publishes the routes that the API has at that moment, and another
 * machine may have imported its routes just before, or uploaded its code between our code and our routes. Code that this
 * deploy uploaded itself is protected by its revision.
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
