// What a plan says about roles and their permissions.
import { expect, test } from 'vitest';
import { isNothing, planDeploy, renderPlan } from '../../deploy/plan-deploy.js';
import { desiredOf, observedOf, type StateSketch } from '../../deploy/states.fixture.js';

/** Returns the plan for deploying `after` if `before` is deployed. */
function plan(before: StateSketch, after: StateSketch): string {
  return show(planDeploy(desiredOf(after), observedOf(desiredOf(before))));
}

function show(one: ReturnType<typeof planDeploy>): string {
  return renderPlan(one, { hasColor: false });
}

test('a role that somebody deleted is made again, and its functions are given the new one', () => {
  const desired = desiredOf();
  expect(show(planDeploy(desired, { ...observedOf(desired), roles: [] }))).toMatchInlineSnapshot(`
      "Policy of fixture-dev
        +  logs:CreateLogGroup   arn:*:logs:*:*:*  logs of the functions
        +  logs:CreateLogStream  arn:*:logs:*:*:*  logs of the functions
        +  logs:PutLogEvents     arn:*:logs:*:*:*  logs of the functions

      Resources
        +  role      fixture-dev
        ~  function  fixture-dev  iam_role_arn is set to fixture-dev

      fixture, stage dev, eu-west-1: 1 to create, 1 to change.
      "
    `);
});

test('policies that say the same in another form are the same', () => {
  const desired = desiredOf();
  const observed = observedOf(desired);
  const policy = {
    Statement: {
      Resource: 'arn:*:logs:*:*:*',
      Effect: 'Allow',
      Action: ['logs:PutLogEvents', 'logs:CreateLogGroup', 'logs:CreateLogStream'],
      Sid: 'Logs',
    },
    Version: '2012-10-17',
  };
  const roles = observed.roles.map((role) => ({ ...role, policy }));
  expect(isNothing(planDeploy(desired, { ...observed, roles }))).toBe(true);
});

test('what a policy gains and loses is listed with the reason', () => {
  const desired = desiredOf();
  const observed = observedOf(desired);
  const policy = {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: 'logs:PutLogEvents', Resource: '*' },
      { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photos/*'] },
      { Effect: 'Deny', NotAction: 's3:*', Resource: '*' },
    ],
  };
  const roles = observed.roles.map((role) => ({ ...role, policy }));
  expect(show(planDeploy(desired, { ...observed, roles }))).toMatchInlineSnapshot(`
    "Policy of fixture-dev
      +  logs:CreateLogGroup          arn:*:logs:*:*:*         logs of the functions
      +  logs:CreateLogStream         arn:*:logs:*:*:*         logs of the functions
      -  Deny everything except s3:*  *
      -  s3:GetObject                 arn:aws:s3:::photos/*
      ~  logs:PutLogEvents            + arn:*:logs:*:*:*, - *

    Resources
      ~  role  fixture-dev  policy

    fixture, stage dev, eu-west-1: 1 to change.
    "
  `);
});

test('another version of framework changes the tags, and nothing else', () => {
  expect(plan({ version: '1.0.0' }, { version: '1.1.0' })).toMatchInlineSnapshot(`
      "Resources
        ~  role      fixture-dev  tags
        ~  function  fixture-dev  tags
        ~  API       fixture-dev  tags

      fixture, stage dev, eu-west-1: 3 to change.
      "
    `);
});

test('a given role is compared by its ARN', () => {
  const given = (name: string): StateSketch => ({
    config: { manage_iam_role: false, iam_role_arn: `arn:aws:iam::123456789012:role/${name}` },
  });
  expect(plan({}, given('mine'))).toMatchInlineSnapshot(`
      "Resources
        -  role      fixture-dev
        ~  function  fixture-dev  iam_role_arn arn:aws:iam::123456789012:role/fixture-dev -> arn:aws:iam::123456789012:role/mine

      fixture, stage dev, eu-west-1: 1 to change, 1 to delete.
      "
    `);
  expect(plan(given('mine'), given('path/mine'))).toMatchInlineSnapshot(`
      "Resources
        ~  function  fixture-dev  iam_role_arn arn:aws:iam::123456789012:role/mine -> arn:aws:iam::123456789012:role/path/mine

      fixture, stage dev, eu-west-1: 1 to change.
      "
    `);
});
