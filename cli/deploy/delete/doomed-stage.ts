// What a stage has in the cloud, to be deleted: from the record of the last deploy, or found by name and tag.
import type { Cloud } from '../../cloud/cloud.js';
import { baseName } from '../../config/cloud-names.js';
import type { Doomed } from '../apply/deletion-steps.js';
import { isShared, regionTagOf } from '../desired/own-tag.js';
import { isAsRecorded } from '../observed/as-recorded.js';
import { lookUp } from '../observed/look-up.js';
import { isOurs, type Owner } from '../observed/sought.js';
import { isWhole } from '../observed/state-scope.js';
import type { DeployedState } from '../state/deployed-state.js';

export type DoomedStage = Doomed & {
  /** Roles of the stage that stay, as functions of another region may have them. */
  readonly sharedRoles: readonly string[];
};

/** `state`: of this stage and this cloud. */
export async function findDoomed(
  cloud: Cloud,
  owner: Owner,
  state: DeployedState | undefined,
): Promise<DoomedStage> {
  const isTrue = state && isWhole(state) && !state.hasShared && (await isStillSo(cloud, state));
  return isTrue ? recorded(state) : found(cloud, owner, state);
}

/** Costs a read for each function, and no other machine's function or role is forgotten. */
async function isStillSo({ lambda }: Cloud, state: DeployedState): Promise<boolean> {
  const functions = await Promise.all(
    state.functions.map((name) => lambda.getFunctionConfiguration(name)),
  );
  return functions.every((one) => one !== undefined && isAsRecorded(one, state));
}

function recorded({ functions, roles, api, ...place }: DeployedState): DoomedStage {
  const { app, stage, partition, region, account } = place;
  return {
    apis: api ? [{ id: api.id, name: baseName(app, stage) }] : [],
    functions: functions.map((name) => ({
      name,
      arn: `arn:${partition}:lambda:${region}:${account}:function:${name}`,
    })),
    roles,
    sharedRoles: [],
  };
}

async function found(
  cloud: Cloud,
  { app, stage }: Owner,
  state: DeployedState | undefined,
): Promise<DoomedStage> {
  const { functions, roles, rolesElsewhere, api, otherApis } = await lookUp({
    cloud,
    app,
    stage,
    functions: state?.functions ?? [],
    roles: state?.roles ?? [],
    calledFunctions: [],
    apiStage: undefined,
    apiId: state?.api?.id,
    lists: 'always',
  });
  const owner = { app, stage };
  const ids = [...(api ? [api.id] : []), ...otherApis];
  const name = baseName(app, stage);
  return {
    apis: ids.map((id) => ({ id, name: ids.length > 1 ? `${name} (${id})` : name })),
    functions: functions.filter((one) => isOurs(one, owner)),
    roles: roles
      .filter(({ role }) => role && isOurs(role, owner) && !isShared(role.tags))
      .map((one) => one.name),
    sharedRoles: [
      ...roles.filter(({ role }) => role && isOurs(role, owner) && isShared(role.tags)),
      ...rolesElsewhere.filter(({ role }) => role && regionTagOf(role.tags) === undefined),
    ].map((one) => one.name),
  };
}

/** True when there is nothing to delete. */
export function isEmpty({ apis, functions, roles }: Doomed): boolean {
  return apis.length + functions.length + roles.length === 0;
}
