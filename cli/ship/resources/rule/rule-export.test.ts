// The rules that other tools create from an export.
import { expect, test } from 'vitest';
import { appOf, every, type SourcesByFunction } from '../../deploy/event-sources.fixture.js';
import { cloudFormationTemplate } from '../../export/cloud-formation.js';
import { exportStage } from '../../export/export-stage.js';
import { terraformJson } from '../../export/terraform.js';
import type { Permission } from '../../../cloud/services/lambda-function.js';
import { observedOf } from '../../deploy/states.fixture.js';

const hourly: SourcesByFunction = { report: [every('rate(1 hour)')] };

test('other tools make the same rule, and permit it', () => {
  const stage = exportStage(appOf(hourly), undefined);
  expect(JSON.parse(terraformJson(stage))).toMatchObject({
    resource: {
      aws_cloudwatch_event_rule: {
        report: { name: 'fixture-dev-report', schedule_expression: 'rate(1 hour)' },
      },
      aws_cloudwatch_event_target: {
        report: { target_id: 'function', arn: '${aws_lambda_function.report.arn}' },
      },
      aws_lambda_permission: {},
    },
  });
  const statement = [...permissionsOf(appOf(hourly))][0]?.statementId;
  expect(terraformJson(stage)).toContain(`"statement_id": "${statement}"`);
  expect(cloudFormationTemplate(stage).Resources).toMatchObject({
    RuleReport: {
      Type: 'AWS::Events::Rule',
      Properties: { Name: 'fixture-dev-report', Targets: [{ Id: 'function' }] },
    },
  });
});

test('what is said of a rule is said by other tools too', () => {
  const described = [every('rate(1 day)', { description: 'Daily' })];
  const stage = exportStage(appOf({ report: described }), undefined);
  expect(JSON.parse(terraformJson(stage))).toMatchObject({
    resource: { aws_cloudwatch_event_rule: { report: { description: 'Daily' } } },
  });
  expect(cloudFormationTemplate(stage).Resources).toMatchObject({
    RuleReport: { Properties: { Description: 'Daily' } },
  });
});

function permissionsOf(desired: ReturnType<typeof appOf>): readonly Permission[] {
  return [...observedOf(desired).permissions.values()].flat();
}
