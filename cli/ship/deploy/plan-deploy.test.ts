// What a plan prints for each difference between the desired and the observed state.
import { describe, expect, test } from 'vitest';
import type { Observed, Desired } from '../stage/states.js';
import { isNothing, planDeploy, planDocument, renderPlan, resourceRows } from './plan-deploy.js';
import { desiredOf, NOTHING, observedOf, type StateSketch } from './states.fixture.js';
import type { PlanRow } from '../stage/plan-rows.js';
import { renderPlain } from '../../terminal/plain-diagnostics.js';
import { checkPackage, checkQuotas } from './prepare-deploy.js';

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
        A deploy asks for confirmation before it deletes what cannot be restored; without a terminal, it requires \`--allow-delete\`.
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

// The resources of a plan in words: an API is identified by its name, and by its id if several have the same name.

const before = observedOf(desiredOf({ functions: ['resize'] }));

function apiRows(...[desired, observed]: Parameters<typeof planDeploy>): readonly PlanRow[] {
  return resourceRows(planDeploy(desired, observed)).filter(({ cells }) => cells[0] === 'API');
}

test('an API that goes is called by its name', () => {
  const rows = apiRows(desiredOf({ routes: [], functions: ['resize'] }), before);
  expect(rows).toEqual([
    { sign: '-', cells: ['API', 'fixture-dev'], warning: 'its URL is lost permanently' },
  ]);
});

test('a second API of the same name has its id', () => {
  const rows = apiRows(desiredOf({ functions: ['resize'] }), { ...before, otherApis: ['other1'] });
  expect(rows).toEqual([
    {
      sign: '-',
      cells: ['API', 'fixture-dev (other1)'],
      details: [`left by another deploy; ${before.api?.id ?? ''} stays`],
    },
  ]);
});

test('a stage that goes is named', () => {
  const api = before.api && { ...before.api, otherStages: ['old'] };
  const rows = apiRows(desiredOf({ functions: ['resize'] }), { ...before, api });
  expect(rows).toEqual([
    { sign: '~', cells: ['API', 'fixture-dev'], details: ['stage old is deleted'] },
  ]);
});

// Quotas that are exceeded before the first call.

function problems(desired: Desired): string {
  return renderPlain(checkQuotas(desired), { readText: () => undefined });
}

function policyOf(characters: number): unknown {
  const empty = JSON.stringify({ Statement: '' }).length;
  return { Statement: 'x'.repeat(characters - empty) };
}

test('a policy may have 10240 characters', () => {
  const policies = (document: unknown) => ({
    'fixture-dev': { kind: 'file' as const, path: '.framework/policy-dev.json', document },
  });
  expect(problems(desiredOf({ policies: policies(policyOf(10_240)) }))).toBe('');
  expect(problems(desiredOf({ policies: policies(policyOf(10_241)) }))).toMatchInlineSnapshot(`
    "error FW6120: The policy of the role \`fixture-dev\`, \`.framework/policy-dev.json\`, has 10241 characters; IAM accepts at most 10240, not counting white space.
      hint: Combine statements that have the same resources, and use \`*\` for actions that begin with the same words.
    1 error
    "
  `);
});

test('a generated policy that is too long leads to roles of single functions', () => {
  const desired = desiredOf();
  const roles = desired.roles.map((role) => ({ ...role, policy: policyOf(12_000) }));
  expect(problems({ ...desired, roles })).toMatchInlineSnapshot(`
    "error FW6120: The policy of the role \`fixture-dev\` has 12000 characters; IAM accepts at most 10240, not counting white space.
      hint: Give every function its own role with \`role_per_function\`, or give individual functions their own roles with \`"autogen_policy": true\` in \`lambda_functions\`; or write a shorter policy by hand, with \`*\` in action names, and set \`autogen_policy\` to false.
    1 error
    "
  `);
});

test('a document of more than 6 MB is not sent', () => {
  const routes = Array.from({ length: 6000 }, (_, index) => ({
    path: `/r${index}`,
    cors: { allowOrigin: '*' },
  }));
  expect(problems(desiredOf({ routes }))).toMatch(/^error FW6121: .* 6000 routes is \d+ bytes/);
});

test('a zip file of more than 5 MB and ten times the deployed one is told before it is sent', () => {
  const desiredWith = (bytes: number): Desired => ({
    ...desiredOf(),
    package: { zip: new Uint8Array(bytes), sha256: 'code' },
  });
  const parts = [
    { kind: 'app', name: 'your code', bytes: 12_000 },
    { kind: 'library', name: 'frameworklib', bytes: 9_000_000 },
  ] as const;
  const told = (bytes: number, before: number): string =>
    renderPlain(checkPackage(desiredWith(bytes), observedOf(desiredWith(before)), parts), {
      readText: () => undefined,
    });
  expect(told(6_000_001, 600_000)).toMatchInlineSnapshot(`
    "warning FW6105: The zip file of the package is 6.0 MB; the deployed one is 600.0 kB.
      hint: The largest parts, unzipped: \`frameworklib\` 9.0 MB, \`your code\` 12.0 kB. Remove what no function needs; \`framework build\` lists all parts.
    1 warning
    "
  `);
  expect(told(6_000_000, 600_000)).toBe('');
  expect(told(5_000_000, 1000)).toBe('');
  expect(checkPackage(desiredWith(6_000_000), NOTHING, parts)).toEqual([]);
});
