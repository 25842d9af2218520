// Schedules as Terraform and CloudFormation write them.
import { attributeOf, type ExportedResource, tagList, tagMapping } from '../../stage/exported.js';
import type { ResourceExport } from '../../stage/resource-type.js';
import { baseName } from '../../../config/cloud-names.js';
import type { Desired } from '../../stage/states.js';
import { functionId } from '../function/function-state.js';
import { exportedRoleArn, exportedRoleIds } from '../role/role-export.js';
import { type DesiredSchedule, schedulerRoleIn } from './scheduler-role.js';

const GROUP_ID = 'schedule group';

export const scheduleExport: ResourceExport = {
  resources: (desired) => ({
    resources:
      desired.schedules.length === 0
        ? []
        : [exportGroup(desired), ...desired.schedules.map((one) => exportSchedule(one, desired))],
  }),
  adopted: ({ schedules, app, stage }, { scheduleGroup }) => {
    if (!scheduleGroup || schedules.length === 0) return [];
    const group = baseName(app, stage);
    return [
      { resource: GROUP_ID, importId: group },
      ...schedules
        .filter((one) => scheduleGroup.schedules.some(({ name }) => name === one.name))
        .map(({ name }) => ({ resource: `schedule ${name}`, importId: `${group}/${name}` })),
    ];
  },
};

function exportGroup({ app, stage, functions }: Desired): ExportedResource {
  const name = baseName(app, stage);
  const all = functions[0]?.tags ?? {};
  const tags = Object.fromEntries(
    Object.entries(all).filter(([key]) => key.startsWith('cloud-framework')),
  );
  return {
    id: GROUP_ID,
    kind: 'ScheduleGroup',
    terraform: {
      type: 'aws_scheduler_schedule_group',
      properties: { name, tags: tagMapping(tags) },
      attributes: { name: 'name' },
    },
    cloudFormation: {
      type: 'AWS::Scheduler::ScheduleGroup',
      properties: { Name: name, Tags: tagList(tags) },
      attributes: { name: 'Ref' },
    },
  };
}

function exportSchedule(one: DesiredSchedule, desired: Desired): ExportedResource {
  const { name, functionName, expression, timezone, description, isEnabled, input, ...more } = one;
  const { declared, ...rest } = more;
  rest satisfies Record<string, never>;
  const state = isEnabled ? 'ENABLED' : 'DISABLED';
  const group = attributeOf(GROUP_ID, 'name');
  const arn = attributeOf(functionId(functionName), 'arn');
  const role = { kind: 'managed', name: schedulerRoleIn(desired) ?? '' } as const;
  const roleArn = exportedRoleArn(role);
  return {
    id: `schedule ${name}`,
    kind: 'Schedule',
    key: name.slice(`${desired.app}-${desired.stage}-`.length),
    from: declared,
    // Scheduler refuses a role that does not have its permissions yet.
    after: exportedRoleIds(role),
    terraform: {
      type: 'aws_scheduler_schedule',
      properties: {
        name,
        group_name: group,
        schedule_expression: expression,
        schedule_expression_timezone: timezone,
        description,
        state,
        flexible_time_window: [{ mode: 'OFF' }],
        target: [{ arn, role_arn: roleArn, input }],
      },
    },
    cloudFormation: {
      type: 'AWS::Scheduler::Schedule',
      properties: {
        Name: name,
        GroupName: group,
        ScheduleExpression: expression,
        ScheduleExpressionTimezone: timezone,
        Description: description,
        State: state,
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: arn, RoleArn: roleArn, Input: input },
      },
    },
  };
}
