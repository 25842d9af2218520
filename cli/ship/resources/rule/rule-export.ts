// Rules as Terraform and CloudFormation write them. In CloudFormation the target is part of the rule.
import {
  attributeOf,
  type ExportedResource,
  json,
  tagList,
  tagMapping,
} from '../../stage/exported.js';
import type { ResourceExport } from '../../stage/resource-type.js';
import type { Desired } from '../../stage/states.js';
import { functionId } from '../function/function-state.js';
import { type DesiredRule, isSameRule, ruleText, TARGET_ID } from './rule-state.js';

export const ruleExport: ResourceExport = {
  resources: (desired) => ({
    resources: desired.rules.flatMap((rule) => exportRule(rule, desired)),
  }),
  adopted: ({ rules }, observed) =>
    rules
      .filter((rule) => observed.rules.some((found) => isSameRule(found, rule)))
      .flatMap(({ name, bus }) => [
        { resource: idOf({ name, bus }), importId: `${bus}/${name}` },
        { resource: targetId({ name, bus }), importId: `${bus}/${name}/${TARGET_ID}` },
      ]),
};

type Place = Pick<DesiredRule, 'name' | 'bus'>;

function idOf(place: Place): string {
  return `rule ${ruleText(place)}`;
}

function targetId(place: Place): string {
  return `target ${ruleText(place)}`;
}

function exportRule(rule: DesiredRule, { app, stage }: Desired): readonly ExportedResource[] {
  const { name, bus, functionName, pattern, expression, description, isEnabled, input, ...rest } =
    rule;
  const { tags, busArn: _bus, declared, ...others } = rest;
  others satisfies Record<string, never>;
  const state = isEnabled ? 'ENABLED' : 'DISABLED';
  const key = ruleText({ bus, name: name.slice(`${app}-${stage}-`.length) });
  const arn = attributeOf(functionId(functionName), 'arn');
  return [
    {
      id: idOf(rule),
      kind: 'Rule',
      key,
      from: declared,
      terraform: {
        type: 'aws_cloudwatch_event_rule',
        properties: {
          name,
          event_bus_name: bus,
          event_pattern: pattern,
          schedule_expression: expression,
          description,
          state,
          tags: tagMapping(tags),
        },
        attributes: { name: 'name' },
      },
      cloudFormation: {
        type: 'AWS::Events::Rule',
        properties: {
          Name: name,
          EventBusName: bus,
          EventPattern: pattern === undefined ? undefined : json(JSON.parse(pattern)),
          ScheduleExpression: expression,
          Description: description,
          State: state,
          Targets: [{ Id: TARGET_ID, Arn: arn, Input: input }],
          Tags: tagList(tags),
        },
      },
    },
    {
      id: targetId(rule),
      kind: 'Target',
      key,
      terraform: {
        type: 'aws_cloudwatch_event_target',
        properties: {
          rule: attributeOf(idOf(rule), 'name'),
          event_bus_name: bus,
          target_id: TARGET_ID,
          arn,
          input,
        },
      },
    },
  ];
}
