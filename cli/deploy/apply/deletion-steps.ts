// Deletes what is not desired any more, when everything else is done: a leftover harms nobody, a gap does.
import type { Cloud } from '../../cloud/cloud.js';
import { isCloudError } from '../../cloud/cloud-error.js';
import { baseName } from '../../config/cloud-names.js';
import { patiently } from './patience.js';
import { apiIdIn, type Session, type Wait } from './session.js';
import type { Step } from './step.js';

/** What is to be deleted. A function may be an ARN, so that it is never one of another account. */
export type Doomed = {
  readonly apis: readonly { readonly id: string; readonly name: string }[];
  readonly functions: readonly { readonly name: string; readonly arn?: string }[];
  /** With the inline policy of the same name. */
  readonly roles: readonly string[];
};

export type DeletionPorts = { readonly cloud: Cloud; readonly wait: Wait };

/** `after`: ids of steps that come before. Roles go when no function has them any more. */
export function deletionSteps(
  { apis, functions, roles }: Doomed,
  { cloud, wait }: DeletionPorts,
  after: readonly string[] = [],
): readonly Step[] {
  const functionSteps = functions.map(({ name, arn = name }): Step => ({
    id: `delete function ${name}`,
    label: { verb: 'delete', object: `function ${name}` },
    dependsOn: after,
    run: () => patiently(() => cloud.lambda.deleteFunction(arn), wait, ['busy']),
  }));
  return [
    ...apis.map(({ id, name }): Step => ({
      id: `delete api ${id}`,
      label: { verb: 'delete', object: `API ${name}` },
      dependsOn: after,
      run: () => cloud.apiGateway.deleteApi(id),
    })),
    ...functionSteps,
    ...roles.map((name): Step => ({
      id: `delete role ${name}`,
      label: { verb: 'delete', object: `role ${name}` },
      dependsOn: [...after, ...functionSteps.map(({ id }) => id)],
      run: () => deleteRole(cloud, name),
    })),
  ];
}

/** The logs of functions, when the functions can write no more. */
export function logGroupSteps({ functions }: Doomed, { logs }: Cloud): readonly Step[] {
  return functions.map(({ name }) => ({
    id: `delete logs ${name}`,
    label: { verb: 'delete', object: `log group /aws/lambda/${name}` },
    dependsOn: [`delete function ${name}`],
    run: () => logs.deleteGroup(`/aws/lambda/${name}`),
  }));
}

async function deleteRole({ iam }: Cloud, name: string): Promise<void> {
  await iam.deleteRolePolicy(name, name);
  try {
    await iam.deleteRole(name);
  } catch (error) {
    // It has policies that somebody put on it by hand.
    const others = isCloudError(error, 'rejected') ? await iam.listRolePolicies(name) : [];
    if (others.length === 0) throw error;
    for (const policy of others) await iam.deleteRolePolicy(name, policy);
    await iam.deleteRole(name);
  }
}

/** Those of a plan. */
export function planDeletions(session: Session, after: readonly string[]): readonly Step[] {
  const { app, stage, api, otherApis, functions, roles } = session.plan;
  const apis = api?.action === 'delete' ? [api.observed.id, ...otherApis] : otherApis;
  const isOnly = otherApis.length === 0;
  const name = baseName(app, stage);
  const doomed: Doomed = {
    apis: apis.map((id) => ({ id, name: isOnly ? name : `${name} (${id})` })),
    functions: functions.flatMap((change) => (change.action === 'delete' ? [change] : [])),
    roles: roles.flatMap((change) => (change.action === 'delete' ? [change.name] : [])),
  };
  return [...deletionSteps(doomed, session, after), ...stageDeletions(session, after)];
}

/** Stages of an earlier `api_gateway_stage`. */
function stageDeletions(session: Session, after: readonly string[]): readonly Step[] {
  const { api } = session.plan;
  if (api?.action !== 'update' || !api.parts.includes('stages')) return [];
  return api.observed.otherStages.map((stage) => ({
    id: `delete stage ${stage}`,
    label: { verb: 'delete', object: `stage ${stage}` },
    dependsOn: after,
    run: () => session.cloud.apiGateway.deleteStage(apiIdIn(session), stage),
  }));
}
