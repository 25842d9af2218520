// Creates the group of the stage, and creates and changes schedules in it.
import { baseName } from '../../../config/cloud-names.js';
import { retry } from '../../stage/retry.js';
import { accountIn, type Session } from '../../stage/session.js';
import type { Step } from '../../stage/step.js';
import { invokedIds } from '../function/function-state.js';
import { roleStepIds } from '../role/role-steps.js';
import { type DesiredSchedule, schedulerRoleIn } from './scheduler-role.js';

export function scheduleSteps(session: Session): readonly Step[] {
  const { desired, plan, cloud } = session;
  const group = baseName(desired.app, desired.stage);
  const groupId = `schedule group ${group}`;
  const role = schedulerRoleIn(desired);
  const tags = desired.functions[0]?.tags ?? {};
  const own = Object.fromEntries(
    Object.entries(tags).filter(([key]) => key.startsWith('cloud-framework')),
  );
  const making: readonly Step[] =
    plan.schedules.group === 'create'
      ? [
          {
            id: groupId,
            label: { verb: 'create', object: groupId },
            dependsOn: [],
            run: () => cloud.scheduler.createScheduleGroup(group, own),
          },
        ]
      : [];
  const changes = plan.schedules.changes.flatMap((change): readonly Step[] => {
    if (change.action === 'unchanged' || change.action === 'delete' || role === undefined)
      return [];
    const { action, schedule } = change;
    const object = `schedule ${schedule.name}`;
    return [
      {
        id: object,
        label: { verb: action, object },
        dependsOn: [groupId, ...roleStepIds(role), ...invokedIds(schedule.functionName)],
        run: () => putSchedule(schedule, { group, role }, session),
      },
    ];
  });
  return [...making, ...changes];
}

async function putSchedule(
  schedule: DesiredSchedule,
  { group, role }: { readonly group: string; readonly role: string },
  session: Session,
): Promise<void> {
  const { cloud, desired, learned, wait } = session;
  const { id, partition } = accountIn(session);
  const { name, functionName, ...settings } = schedule;
  const roleArn = learned.roles.get(role) ?? `arn:${partition}:iam::${id}:role/${role}`;
  const functionArn = `arn:${partition}:lambda:${desired.region}:${id}:function:${functionName}`;
  const put = (): Promise<void> =>
    cloud.scheduler.putSchedule({ group, name }, { ...settings, functionArn, roleArn });
  // Scheduler accepts a new role or group only after some seconds.
  await retry(put, wait, ['role-not-ready', 'missing', 'busy']);
}
