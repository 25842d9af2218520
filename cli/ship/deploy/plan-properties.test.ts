// Properties of every plan, tested with random applications and configurations.
import { expect, test } from 'vitest';
import { sampleOf } from '../../../test/support/sample.js';
import type { HttpMethod } from '../../../runtime/contract/http.js';
import type { RawFunction } from '../../config/keys.js';
import type { RouteSketch } from '../../serve/gateway/manifest-of.fixture.js';
import { isGone, type Observed, type ListChange } from '../stage/states.js';
import { isBreaking } from '../resources/rest-api/rest-api.js';
import {
  isNothing,
  planDeploy,
  planDocument,
  renderPlan,
  planRollback,
  readHistory,
} from './plan-deploy.js';
import {
  desiredOf,
  NOTHING,
  observedOf,
  type StateSketch,
  appWith,
  packageOf,
} from './states.fixture.js';
import type { Architecture } from '../../cloud/services/lambda-function.js';
import { runSteps, type StepsResult } from '../stage/run-steps.js';
import { elsewhere, openCloud, type PortCloud, waitOn } from './port-cloud.fixture.js';

/** Creates the same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Draw = ReturnType<typeof numbers>;

function some<T>(draw: Draw, items: readonly T[]): T[] {
  return items.filter(() => draw(2) === 0);
}

function sketch(draw: Draw): StateSketch {
  const functions = some(draw, ['resize', 'check', 'report']);
  const vpc = { subnet_ids: ['subnet-1'], security_group_ids: ['sg-1'] };
  const settings = (): RawFunction => ({
    ...(draw(2) === 0 && { lambda_timeout: 1 + draw(900) }),
    ...(draw(2) === 0 && { lambda_memory_size: 128 + 64 * draw(10) }),
    ...(draw(3) === 0 && { reserved_concurrency: draw(5) }),
    ...(draw(3) === 0 && vpc),
    ...(draw(2) === 0 && { environment_variables: { NAME: `secret-${draw(3)}` } }),
    ...(draw(2) === 0 && { tags: { team: `team-${draw(3)}` } }),
    ...(draw(4) === 0 && { autogen_policy: true }),
    ...(draw(6) === 0 && {
      manage_iam_role: false,
      iam_role_arn: `arn:aws:iam::123456789012:role/given-${draw(2)}`,
    }),
  });
  const routes = some(draw, ['/', '/a', '/a/{x}', '/b']).map((path): RouteSketch => {
    const methods: HttpMethod[] = ['GET', ...some(draw, ['PUT', 'POST'] as const)];
    return {
      path,
      methods,
      apiKeyRequired: draw(3) === 0,
      authorizer: draw(3) === 0 ? 'IAM' : null,
      contentTypes: ['application/json', ...some(draw, ['text/plain'])],
      cors: draw(2) === 0 && { allowOrigin: ['*', 'https://example.org'][draw(2)] ?? '*' },
    };
  });
  return {
    routes,
    functions,
    authorizers: [{ kind: 'iam', name: 'IAM' }],
    code: `code-${draw(2)}`,
    version: `1.${draw(2)}.0`,
    config: {
      ...settings(),
      lambda_functions: Object.fromEntries(functions.map((name) => [name, settings()])),
    },
  };
}

/** Removes what an observation of the cloud may leave unknown. */
function partOf(observed: Observed, draw: Draw): Observed {
  const { api } = observed;
  return {
    ...observed,
    account: draw(4) === 0 ? undefined : observed.account,
    roles: some(draw, observed.roles).map((role) =>
      draw(3) === 0 ? { ...role, role: undefined } : role,
    ),
    functions: some(draw, observed.functions),
    permissions: new Map([...observed.permissions].filter(() => draw(3) !== 0)),
    api:
      api && draw(4) !== 0 ? { ...api, routes: draw(3) === 0 ? undefined : api.routes } : undefined,
  };
}

const SEEDS = sampleOf(
  'properties of plans',
  Array.from({ length: 150 }, (_, seed) => seed),
  4,
);

/** Two applications for each seed, and what was observed of the first. */
const PAIRS = SEEDS.map((seed) => {
  const draw = numbers(seed);
  const [one, other] = [desiredOf(sketch(draw)), desiredOf(sketch(draw))];
  return { one, other, part: partOf(observedOf(one), draw) };
});

test('a deployed state has nothing left to do', () => {
  for (const { one } of PAIRS) expect(isNothing(planDeploy(one, observedOf(one)))).toBe(true);
});

test('every state that can be observed has a plan, which is printed without values of variables', () => {
  for (const { other, part } of PAIRS) {
    const planned = planDeploy(other, part);
    const text = renderPlan(planned, { hasColor: false });
    expect(text === 'No changes.\n').toBe(isNothing(planned));
    expect(text + JSON.stringify(planDocument(planned))).not.toContain('secret');
  }
});

test('everything that is desired, and everything that was found, is in the plan once', () => {
  for (const { other: desired, part: observed } of PAIRS) {
    const { roles, functions } = planDeploy(desired, observed);
    type Named = { readonly name: string };
    const names = (list: readonly Named[]): string[] => list.map(({ name }) => name).sort();
    const either = (...lists: readonly (readonly Named[])[]): string[] => [
      ...new Set(names(lists.flat())),
    ];
    const planned = (list: readonly ListChange<Named, Named>[]): string[] =>
      names(list.map((one) => (isGone(one) ? one.observed : one.desired)));
    expect(planned(roles)).toEqual(either(desired.roles, observed.roles));
    expect(planned(functions)).toEqual(either(desired.functions, observed.functions));
  }
});

test('a first deploy breaks nobody, and what one plan adds the plan back removes', () => {
  for (const { one, other } of PAIRS) {
    expect(planDocument(planDeploy(one, NOTHING)).breaking).toBe(0);
    const there = planDeploy(other, observedOf(one)).routes ?? [];
    const back = planDeploy(one, observedOf(other)).routes ?? [];
    const keys = (action: string, changes: typeof there): string[] =>
      changes
        .filter((change) => change.action === action)
        .map(({ route }) => `${route.method} ${route.path}`);
    expect(keys('add', there)).toEqual(keys('remove', back));
    expect(there.filter(({ action }) => action === 'remove').every(isBreaking)).toBe(true);
  }
});

// A rollback changes only what it has observed.

const NAME = 'fixture-dev';
const owner = { app: 'fixture', stage: 'dev' };

/** Makes two deploys, and a rollback with a change between its plan and its steps. */
async function returnAfter(
  meanwhile: (cloud: PortCloud) => Promise<unknown>,
): Promise<StepsResult> {
  const cloud = await openCloud();
  await deployAll(cloud, [{ code: 'one' }, { code: 'two' }]);
  return rollback(cloud, meanwhile);
}

type Deploy = {
  readonly code: string;
  /** The architectures of the API function and the function `resize`. */
  readonly on?: readonly [Architecture, Architecture];
};

async function deployAll(cloud: PortCloud, deploys: readonly Deploy[]): Promise<void> {
  const machine = elsewhere();
  for (const { code, on } of deploys) {
    const desired = appWith(moduleOf(code), { functions: on ? ['resize'] : [] });
    const functions = desired.functions.map((one, index) => ({
      ...one,
      architecture: on?.[index] ?? one.architecture,
    }));
    await cloud.deploy({ ...desired, functions }, machine);
  }
}

/** A function is not rolled back to a package that does not export it. */
function moduleOf(code: string): string {
  return `export const handler = '${code}', function_resize = handler;`;
}

async function rollback(
  cloud: PortCloud,
  meanwhile: (cloud: PortCloud) => Promise<unknown> = () => Promise.resolve(),
): Promise<StepsResult> {
  const history = await readHistory({ ...owner, cloud, apiStage: 'api' });
  if (!history) throw new Error('Nothing is deployed');
  const plan = await planRollback(history, { ...owner, cloud, pastSettings: false });
  if (plan.kind === 'impossible') throw new Error(plan.diagnostic.message);
  await meanwhile(cloud);
  const { signal } = new AbortController();
  const steps = plan.steps({ cloud, wait: waitOn(cloud, signal) });
  return runSteps(steps, { signal, onEvent: () => undefined });
}

const [X86, ARM] = ['x86_64', 'arm64'] as const;

const on = (code: string, ...architectures: readonly [Architecture, Architecture]): Deploy => ({
  code,
  on: architectures,
});

/** Deploys, and the architectures of the API function and the function `resize` after a rollback. */
test.each<[string, readonly Deploy[], readonly [Architecture, Architecture]]>([
  ['with the code', [on('one', X86, X86), on('two', ARM, ARM)], [X86, X86]],
  ['with code of one function', [on('one', X86, ARM), on('two', ARM, X86)], [X86, ARM]],
  ['although the package is the same', [on('one', X86, X86), on('one', ARM, ARM)], [X86, X86]],
  ['of one function, of one package', [on('one', X86, X86), on('one', ARM, X86)], [X86, X86]],
  [
    'not before code alone',
    [on('one', X86, X86), on('one', X86, ARM), on('two', X86, ARM)],
    [X86, ARM],
  ],
])('the architecture goes back %s', async (_, deploys, expected) => {
  const cloud = await openCloud();
  await deployAll(cloud, deploys);
  expect(await rollback(cloud)).toMatchObject({ kind: 'done' });
  const names = [NAME, `${NAME}-resize`];
  const running = await Promise.all(names.map((name) => cloud.others.lambda.getFunction(name)));
  expect(running.map((one) => one?.architecture)).toEqual(expected);
  const { sha256: code } = packageOf(moduleOf('one'));
  expect(running.map((one) => one?.codeSha256)).toEqual([code, code]);
});

test('an architecture that was changed last for other functions alone is a setting', async () => {
  const cloud = await openCloud();
  await deployAll(cloud, [on('one', X86, X86), on('two', X86, X86), on('two', X86, ARM)]);
  await expect(rollback(cloud)).rejects.toThrow(/only settings \(`architecture`\)/);
});

test('another revision of the same function is no change', async () => {
  const arn = `arn:aws:lambda:eu-west-1:123456789012:function:${NAME}`;
  const result = await returnAfter(({ others: { lambda } }) =>
    lambda.tagFunction(arn, { team: 'a' }),
  );
  expect(result.kind).toBe('done');
});

test('code that somebody put meanwhile is not overwritten', async () => {
  const result = await returnAfter(async ({ others: { lambda } }) => {
    const { architecture = X86, revisionId = '' } = (await lambda.getFunction(NAME)) ?? {};
    const { zip } = packageOf('other');
    return lambda.updateFunctionCode({ name: NAME, zip, architecture, revisionId });
  });
  expect(result).toMatchObject({ kind: 'failed', failures: [{ problem: { code: 'FW6222' } }] });
});
