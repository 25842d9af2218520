// Log groups as Terraform and CloudFormation write them. They remain when the stack is deleted, as after `framework
// delete`.
import { tagList, tagMapping, type ExportedResource } from '../../stage/exported.js';
import type { ResourceExport } from '../../stage/resource-type.js';
import { functionId } from '../function/function-state.js';
import type { DesiredLogGroup } from './log-group.js';

export const logGroupExport: ResourceExport = {
  resources: ({ logGroups, functions }) => ({
    resources: logGroups.map((group) => {
      const key = functions.find(({ name }) => name === group.functionName)?.key ?? group.name;
      return exportGroup(group, key);
    }),
  }),
  adopted: ({ logGroups }, observed) =>
    logGroups
      .filter(({ name }) => observed.logGroups.some((found) => found.name === name))
      .map(({ name }) => ({ resource: idOf(name), importId: name })),
};

function idOf(name: string): string {
  return `log group ${name}`;
}

function exportGroup(group: DesiredLogGroup, key: string): ExportedResource {
  const { name, functionName, retentionInDays, tags, ...rest } = group;
  rest satisfies Record<string, never>;
  return {
    id: idOf(name),
    kind: 'LogGroup',
    key,
    // If the function ran first, Lambda would create the group without tags.
    before: [functionId(functionName)],
    terraform: {
      type: 'aws_cloudwatch_log_group',
      properties: {
        name,
        retention_in_days: retentionInDays,
        skip_destroy: true,
        tags: tagMapping(tags),
      },
    },
    cloudFormation: {
      type: 'AWS::Logs::LogGroup',
      properties: { LogGroupName: name, RetentionInDays: retentionInDays, Tags: tagList(tags) },
      isKept: true,
    },
  };
}
