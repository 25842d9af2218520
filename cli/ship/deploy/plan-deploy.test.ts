// What a plan prints for each difference between the desired and the observed state.
import { describe, expect, test } from 'vitest';
import type { Observed } from '../stage/states.js';
import { isNothing, planDeploy, planDocument, renderPlan } from './plan-deploy.js';
import { desiredOf, NOTHING, observedOf, type StateSketch } from './states.fixture.js';

/** Returns the plan for deploying `after` if `before` is deployed. */
function plan(before: StateSketch, after: StateSketch): string {
  return show(planDeploy(desiredOf(after), observedOf(desiredOf(before))));
}

function show(one: ReturnType<typeof planDeploy>): string {
  return renderPlan(one, { hasColor: false });
}

const FULL: StateSketch = {
  routes: [
    { path: '/', methods: ['GET', 'POST'], cors: { allowOrigin: '*' } },
    { path: '/cities/{city}', apiKeyRequired: true, authorizer: 'tokens' },
  ],
  authorizers: [
    {
      kind: 'custom',
      name: 'tokens',
      header: 'Authorization',
      authorizerUri:
        'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:fixture-dev-check/invocations',
    },
  ],
  functions: ['check', 'resize'],
  config: {
    environment_variables: { GREETING: 'hello' },
    tags: { team: 'maps' },
    stages: {
      dev: {
        reserved_concurrency: 5,
        subnet_ids: ['subnet-1', 'subnet-2'],
        security_group_ids: ['sg-1'],
        lambda_functions: { resize: { autogen_policy: true, lambda_timeout: 300 } },
      },
    },
  },
};

test('nothing has to happen to what a deploy has left', () => {
  for (const sketch of [{}, FULL, { ...FULL, routes: [] }]) {
    const desired = desiredOf(sketch);
    const planned = planDeploy(desired, observedOf(desired));
    expect(show(planned)).toBe('No changes.\n');
    expect(isNothing(planned)).toBe(true);
    expect(planned.routes).toEqual([]);
  }
});

test('an application that declares nothing has nothing to deploy', () => {
  const desired = desiredOf({ routes: [] });
  const planned = planDeploy(desired, observedOf(desired));
  expect(isNothing(planned)).toBe(true);
  expect(show(planned)).toBe(
    'Nothing to deploy: the application has no routes and no functions.\n',
  );
});

test('the first deploy makes everything', () => {
  const planned = planDeploy(desiredOf(FULL), NOTHING);
  expect(planned.isFirst).toBe(true);
  expect(show(planned)).toMatchInlineSnapshot(`
    "Routes
      +  GET   /
      +  POST  /
      +  GET   /cities/{city}

    Policy of fixture-dev
      +  logs:CreateLogGroup   arn:*:logs:*:*:*  logs of the functions
      +  logs:CreateLogStream  arn:*:logs:*:*:*  logs of the functions
      +  logs:PutLogEvents     arn:*:logs:*:*:*  logs of the functions

    Policy of fixture-dev-resize
      +  logs:CreateLogGroup   arn:*:logs:*:*:*  logs of the functions
      +  logs:CreateLogStream  arn:*:logs:*:*:*  logs of the functions
      +  logs:PutLogEvents     arn:*:logs:*:*:*  logs of the functions

    Resources
      +  role      fixture-dev
      +  role      fixture-dev-resize
      +  function  fixture-dev
      +  function  fixture-dev-check
      +  function  fixture-dev-resize
      +  API       fixture-dev         stage api

    fixture, stage dev, eu-west-1: 6 to create.
    "
  `);
});

describe('functions', () => {
  test('other settings are named in the words of the configuration', () => {
    const after = {
      ...FULL,
      config: {
        ...FULL.config,
        stages: {
          dev: {
            lambda_timeout: 10,
            lambda_memory_size: 256,
            runtime: 'nodejs22.x' as const,
            lambda_functions: { resize: { lambda_timeout: 300, autogen_policy: true } },
          },
        },
      },
    };
    expect(plan(FULL, after)).toMatchInlineSnapshot(`
      "Resources
        ~  function  fixture-dev         runtime nodejs24.x -> nodejs22.x
                                         lambda_timeout 60 -> 10
                                         lambda_memory_size 128 -> 256
                                         subnet_ids is removed
                                         security_group_ids is removed
                                         reserved_concurrency is removed
        ~  function  fixture-dev-check   runtime nodejs24.x -> nodejs22.x
                                         lambda_timeout 60 -> 10
                                         lambda_memory_size 128 -> 256
                                         subnet_ids is removed
                                         security_group_ids is removed
                                         reserved_concurrency is removed
        ~  function  fixture-dev-resize  runtime nodejs24.x -> nodejs22.x
                                         lambda_memory_size 128 -> 256
                                         subnet_ids is removed
                                         security_group_ids is removed
                                         reserved_concurrency is removed

      fixture, stage dev, eu-west-1: 3 to change.
      "
    `);
  });

  test('the values of environment variables are nowhere in a plan', () => {
    const variables = (entries: Record<string, string>): StateSketch => ({
      config: { environment_variables: entries },
    });
    const before = variables({ KEPT: 'secret-1', GONE: 'secret-2', OTHER: 'secret-3' });
    const after = variables({ KEPT: 'secret-1', MORE: 'secret-4', OTHER: 'secret-5' });
    const planned = planDeploy(desiredOf(after), observedOf(desiredOf(before)));
    expect(show(planned)).toMatchInlineSnapshot(`
      "Resources
        ~  function  fixture-dev  environment_variables.GONE is removed
                                  environment_variables.MORE is set
                                  environment_variables.OTHER changes

      fixture, stage dev, eu-west-1: 1 to change.
      "
    `);
    expect(JSON.stringify(planDocument(planned)) + show(planned)).not.toContain('secret');
  });

  test('only the code differs', () => {
    expect(plan({ code: 'one' }, { code: 'two' })).toMatchInlineSnapshot(`
      "Resources
        ~  function  fixture-dev  code

      fixture, stage dev, eu-west-1: 1 to change.
      "
    `);
  });

  test('a function that is not in the source any more is deleted, and its role with it', () => {
    expect(plan(FULL, { ...FULL, functions: ['check'], config: { ...FULL.config } }))
      .toMatchInlineSnapshot(`
        "Resources
          -  role      fixture-dev-resize
          -  function  fixture-dev-resize

        fixture, stage dev, eu-west-1: 2 to delete.
        A deploy asks for confirmation before it deletes what cannot be restored; in a pipe it requires \`--allow-delete\`.
        "
      `);
  });

  test('a function that Lambda could not make is made again, and one whose update failed is updated again', () => {
    const desired = desiredOf();
    const failed = (runsAsBefore: boolean): Observed => ({
      ...observedOf(desired),
      functions: observedOf(desired).functions.map((one) => ({
        ...one,
        progress: { kind: 'failed', reason: 'no such subnet', runsAsBefore },
      })),
    });
    expect(show(planDeploy(desired, failed(false)))).toMatchInlineSnapshot(`
      "Resources
        ~  function  fixture-dev  deleted and recreated: no such subnet

      fixture, stage dev, eu-west-1: 1 to change.
      "
    `);
    expect(show(planDeploy(desired, failed(true)))).toMatchInlineSnapshot(`
      "Resources
        ~  function  fixture-dev  code
                                  last update failed: no such subnet -> again

      fixture, stage dev, eu-west-1: 1 to change.
      "
    `);
  });

  test('a permission of an API that is gone is replaced by one of the API that is there', () => {
    const desired = desiredOf();
    const observed = observedOf(desired);
    const moved = { ...observed, api: observed.api && { ...observed.api, id: 'other67890' } };
    expect(show(planDeploy(desired, moved))).toMatchInlineSnapshot(`
      "Resources
        ~  function  fixture-dev  allow API Gateway to call it

      fixture, stage dev, eu-west-1: 1 to change.
      "
    `);
    expect(isNothing(planDeploy(desired, { ...moved, permissions: new Map() }))).toBe(true);
  });

  test('tags that AWS itself puts on a function are left alone', () => {
    const desired = desiredOf();
    const observed = observedOf(desired);
    const tagged = observed.functions.map((one) => ({
      ...one,
      tags: { ...one.tags, 'aws:cloudformation:stack-name': 'x' },
    }));
    expect(isNothing(planDeploy(desired, { ...observed, functions: tagged }))).toBe(true);
  });
});
