// The statements by which schedules are found. Scheduler calls functions with its role and does not need them, so one for
// each function is enough.
import { baseName } from '../../../config/cloud-names.js';
import type { InvokerSource } from '../event-source/invokers.js';
import {
  desiredSchedules,
  SCHEDULER,
  schedulerRole,
  schedulerRoleNames,
} from './scheduler-role.js';

export const scheduleInvokers: InvokerSource = {
  by: SCHEDULER,
  desired: (input) => {
    const names = desiredSchedules(input).map(({ functionName }) => functionName);
    const group = baseName(input.app, input.config.stage);
    return [...new Set(names)].map((functionName) => ({
      by: SCHEDULER,
      functionName,
      source: `schedule/${group}/*`,
    }));
  },
  // The role is found by the statement, too.
  ends: ({ app, stage, schedules, roles }) => [
    `delete schedule group ${baseName(app, stage)}`,
    ...schedules.changes.flatMap((one) =>
      one.action === 'delete' ? [`delete schedule ${one.name}`] : [],
    ),
    ...roles.flatMap((one) => (one.action === 'delete' ? [`delete role ${one.name}`] : [])),
  ],
  role: { desired: schedulerRole, names: schedulerRoleNames },
};
