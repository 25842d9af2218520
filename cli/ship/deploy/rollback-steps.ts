// The steps of a rollback: the stage goes back first, so that no route is open whose view is gone; then the code, last that
// of the function whose versions tell what ran.
import type { CloudFunction } from '../../cloud/lambda-calls.js';
import { boundUpdate } from '../resources/function/bound-update.js';
import { ready, untilReady } from '../resources/function/function-ready.js';
import { functionId } from '../resources/function/function-state.js';
import { writeReturnRecord } from '../resources/function/return-record.js';
import { ownDescription } from '../stage/own-tag.js';
import { retry } from '../stage/retry.js';
import type { Ports } from '../stage/session.js';
import type { Owner } from '../stage/states.js';
import { idsOf, type Step } from '../stage/step.js';
import type { CodeReturn, RollbackPlan } from './plan-rollback.js';

export type RollbackPorts = Ports & {
  /** The stage that goes back. */
  readonly owner: Owner;
};

export function rollbackSteps(plan: RollbackPlan, ports: RollbackPorts): readonly Step[] {
  if (plan.kind === 'finish') {
    const { leader, version } = plan.unfinished;
    return [
      {
        id: functionId(leader.name),
        label: labelOf(leader, version.version),
        dependsOn: [],
        run: () => endReturn(leader, ports),
      },
    ];
  }
  const { api, code } = plan;
  const stages: readonly Step[] = api
    ? [
        {
          id: 'stage',
          label: { verb: 'return', object: `stage ${api.stage} to deployment ${api.deploymentId}` },
          dependsOn: [],
          run: () => ports.cloud.apiGateway.updateStage(api.id, api.stage, api.deploymentId),
        },
      ]
    : [];
  return [...stages, ...(code ? codeSteps(code, ports, idsOf(stages)) : [])];
}

function codeSteps(code: CodeReturn, ports: RollbackPorts, after: readonly string[]): Step[] {
  const { followers, leader, version } = code;
  const following = followers.map((one): Step => ({
    id: functionId(one.name),
    label: labelOf(one, version.version, leader),
    dependsOn: after,
    run: async () => {
      await putCode(one, code, ports);
    },
  }));
  return [
    ...following,
    {
      id: functionId(leader.name),
      label: labelOf(leader, version.version),
      dependsOn: [...after, ...idsOf(following)],
      run: () => returnLeader(code, ports),
    },
  ];
}

/** `of`: the function whose version it is, when that is another one. */
function labelOf({ name }: CloudFunction, version: string, of?: CloudFunction): Step['label'] {
  const code = of ? `the code of ${of.name}, version ${version}` : `version ${version}`;
  return { verb: 'return', object: `function ${name} to ${code}` };
}

/**
 * Three writes: what is about to happen, the code, and that it has happened. Whoever finds the first without the last knows
 * that the rollback is to be finished, and not another one to be begun.
 */
async function returnLeader(code: CodeReturn, ports: RollbackPorts): Promise<void> {
  const { leader, record } = code;
  const told = await describe(leader, writeReturnRecord(record), ports);
  const returned = await putCode(told, code, ports);
  await endReturn(returned, ports);
}

/** Nothing that is waited for comes after it. */
async function endReturn(leader: CloudFunction, ports: RollbackPorts): Promise<void> {
  const current = await ready(leader, ports);
  await bound(current, ports, ({ name, revisionId }) =>
    ports.cloud.lambda.describeFunction({
      name,
      description: ownDescription(ports.owner),
      revisionId,
    }),
  );
}

async function describe(
  seen: CloudFunction,
  description: string,
  ports: RollbackPorts,
): Promise<CloudFunction> {
  const current = await untilReady(seen, ports);
  if (current.description === description) return current;
  const described = await bound(current, ports, ({ name, revisionId }) =>
    ports.cloud.lambda.describeFunction({ name, description, revisionId }),
  );
  return ready(described, ports);
}

/** Publishes a version, so that what runs is always the newest. */
async function putCode(
  seen: CloudFunction,
  { zip, architectures }: CodeReturn,
  ports: RollbackPorts,
): Promise<CloudFunction> {
  const current = await untilReady(seen, ports);
  const architecture = architectures.get(seen.name) ?? seen.architecture;
  const updated = await bound(current, ports, ({ name, revisionId }) =>
    ports.cloud.lambda.updateFunctionCode({ name, architecture, zip, revisionId }),
  );
  return ready(updated, ports);
}

/** Another command may just have changed the function. */
function bound(
  current: CloudFunction,
  ports: RollbackPorts,
  update: (current: CloudFunction) => Promise<CloudFunction>,
): Promise<CloudFunction> {
  return boundUpdate(current, ports, (one) => retry(() => update(one), ports.wait));
}
