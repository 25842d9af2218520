// Observes what the deployed state names, with as few calls as can prove that it is still so: one for each function, one for
// the policy of each role, one for the stage of the API.
import type { DeployedState } from '../state/deployed-state.js';
import type { CloudFunction } from '../../cloud/lambda-calls.js';
import type { Desired } from '../desired/desired.js';
import { ownTagOf } from '../desired/own-tag.js';
import { isAsRecorded } from './as-recorded.js';
import { findApi, readDeployment } from './find-api.js';
import type { ObserveRequest } from './observe.js';
import type { Observed, ObservedApi, ObservedFunction, ObservedRole } from './observed.js';
import { byName, isOurs } from './sought.js';

/** Undefined when the cloud has something else than the state says: then everything has to be looked up. */
export async function observeKnown(
  request: ObserveRequest,
  state: DeployedState,
): Promise<Observed | undefined> {
  const [functions, roles, apis] = await Promise.all([
    readFunctions(request, state),
    readRoles(request, state),
    readApi(request, state),
  ]);
  if (!functions || !roles || !apis) return undefined;
  return {
    account: { id: state.account, partition: state.partition },
    roles,
    functions,
    ...apis,
  };
}

async function readFunctions(
  { cloud, desired }: ObserveRequest,
  state: DeployedState,
): Promise<readonly ObservedFunction[] | undefined> {
  const names = unique(
    desired.functions.map(({ name }) => name),
    state.functions,
  );
  const found = await Promise.all(names.map((name) => cloud.lambda.getFunction(name)));
  const areAsRecorded = found.every((one, index) => {
    const isRecorded = state.functions.includes(names[index] ?? '');
    if (!one || !isRecorded) return !one && !isRecorded;
    return isOurs(one, desired) && isAsRecorded(one, state) && hasTagOf(desired, one);
  });
  if (!areAsRecorded) return undefined;
  const functions = await Promise.all(
    found.flatMap((one) => (one ? [withPermissions(one, { cloud, desired }, state)] : [])),
  );
  return functions.toSorted(byName);
}

/** Read when somebody may have changed them since; and for other routes, which may have other authorizers. */
async function withPermissions(
  found: CloudFunction,
  { cloud, desired }: Pick<ObserveRequest, 'cloud' | 'desired'>,
  { api, revisions = {} }: DeployedState,
): Promise<ObservedFunction> {
  const { name } = found;
  const invokedAs = desired.functions.find((one) => one.name === name)?.invokedAs ?? [];
  const wasCalled = api?.routes.some(({ authorizerFacts = '' }) =>
    authorizerFacts.includes(`:function:${name}/`),
  );
  const hasOtherRole = invokedAs.includes('authorizer') || wasCalled;
  const isRead =
    (invokedAs.length > 0 && revisions[name] !== found.revisionId) ||
    (desired.api?.hash !== api?.hash && hasOtherRole);
  return { ...found, permissions: isRead ? await cloud.lambda.getPermissions(name) : undefined };
}

/** With another version in the tag of a function, roles and API have to be read for theirs. */
function hasTagOf({ functions }: Desired, { name, tags }: CloudFunction): boolean {
  const wanted = functions.find((one) => one.name === name);
  return !wanted || ownTagOf(wanted.tags) === ownTagOf(tags);
}

async function readRoles(
  { cloud, desired }: ObserveRequest,
  state: DeployedState,
): Promise<readonly ObservedRole[] | undefined> {
  const added = desired.roles.map(({ name }) => name).filter((name) => !state.roles.includes(name));
  const [policies, unexpected] = await Promise.all([
    Promise.all(state.roles.map((name) => cloud.iam.getRolePolicy(name, name))),
    Promise.all(added.map((name) => cloud.iam.getRole(name))),
  ]);
  const isAsRecorded =
    policies.every((policy) => policy !== undefined) &&
    unexpected.every((role) => role === undefined);
  if (!isAsRecorded) return undefined;
  return state.roles
    .map((name, index) => ({ name, role: undefined, policy: policies[index] }))
    .toSorted(byName);
}

type Apis = Pick<Observed, 'api' | 'otherApis'>;

async function readApi(
  { cloud, desired }: ObserveRequest,
  { api: recorded }: DeployedState,
): Promise<Apis | undefined> {
  const { api: wanted, app, stage } = desired;
  if (!recorded && !wanted) return { api: undefined };
  if (!recorded || (wanted && wanted.stage !== recorded.stage)) {
    const { id: apiId, stage: recordedStage } = recorded ?? {};
    return findApi({ cloud, app, stage, apiStage: wanted?.stage, recordedStage, apiId });
  }
  const shown = await cloud.apiGateway.getStage(recorded.id, recorded.stage);
  if (!shown) return undefined;
  const isRecorded = shown.deploymentId === recorded.deploymentId;
  const changed = isRecorded ? undefined : await cloud.apiGateway.getApi(recorded.id);
  const api: ObservedApi = {
    id: recorded.id,
    tag: undefined,
    deployment: changed
      ? await readDeployment(cloud, changed, shown.deploymentId)
      : { id: recorded.deploymentId, hash: recorded.hash },
    otherStages: [],
    routes: isRecorded ? recorded.routes : undefined,
  };
  return { api };
}

function unique(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}
