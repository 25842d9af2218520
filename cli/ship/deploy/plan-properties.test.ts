// Properties of every plan, tested with random applications and configurations.
import { expect, test } from 'vitest';
import { sampleOf } from '../../../test/support/sample.js';
import type { HttpMethod } from '../../../runtime/contract/methods.js';
import type { RawFunction } from '../../config/keys.js';
import type { RouteSketch } from '../../serve/gateway/manifest-of.fixture.js';
import type { Observed } from '../stage/states.js';
import { functionNameIn } from '../resources/function/function-state.js';
import { isBreaking } from '../resources/rest-api/rest-api.js';
import { roleNameIn } from '../resources/role/policy-changes.js';
import { isNothing, planDeploy, planDocument, renderPlan } from './plan-deploy.js';
import { desiredOf, NOTHING, observedOf, type StateSketch } from './states.fixture.js';

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

test('a deployed state has nothing left to do', () => {
  for (const seed of SEEDS) {
    const desired = desiredOf(sketch(numbers(seed)));
    expect(isNothing(planDeploy(desired, observedOf(desired)))).toBe(true);
  }
});

test('every state that can be observed has a plan, which is printed without values of variables', () => {
  for (const seed of SEEDS) {
    const draw = numbers(seed);
    const before = partOf(observedOf(desiredOf(sketch(draw))), draw);
    const planned = planDeploy(desiredOf(sketch(draw)), before);
    const text = renderPlan(planned, { hasColor: false });
    expect(text === 'No changes.\n').toBe(isNothing(planned));
    expect(text + JSON.stringify(planDocument(planned))).not.toContain('secret');
  }
});

test('everything that is desired, and everything that was found, is in the plan once', () => {
  for (const seed of SEEDS) {
    const draw = numbers(seed);
    const observed = partOf(observedOf(desiredOf(sketch(draw))), draw);
    const desired = desiredOf(sketch(draw));
    const { roles, functions } = planDeploy(desired, observed);
    const names = (list: readonly { readonly name: string }[]): string[] =>
      list.map(({ name }) => name).sort();
    const either = (...lists: readonly (readonly { readonly name: string }[])[]): string[] => [
      ...new Set(names(lists.flat())),
    ];
    expect(roles.map(roleNameIn).sort()).toEqual(either(desired.roles, observed.roles));
    expect(functions.map(functionNameIn).sort()).toEqual(
      either(desired.functions, observed.functions),
    );
  }
});

test('a first deploy breaks nobody, and what one plan adds the plan back removes', () => {
  for (const seed of SEEDS) {
    const draw = numbers(seed);
    const [one, other] = [desiredOf(sketch(draw)), desiredOf(sketch(draw))];
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
