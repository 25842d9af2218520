// Log groups of an application that sets `log_retention_in_days`: made before the function, adopted, kept true, and left.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { deletionSteps } from '../../deploy/apply-plan.js';
import { deployOnce, type Machine } from '../../deploy/deploy-run.fixture.js';
import { fakeCloud, type FakeCloud } from '../../deploy/fake-cloud.fixture.js';
import { findDeletions } from '../../deploy/find-deletions.js';
import { observe } from '../../deploy/observe.js';
import { planDeploy } from '../../deploy/plan-deploy.js';
import { planDocument } from '../../deploy/plan-document.js';
import { renderPlan } from '../../deploy/render-plan.js';
import { desiredOf, observedOf, type StateSketch } from '../../deploy/states.fixture.js';
import { runSteps } from '../../stage/run-steps.js';
import type { Desired } from '../../stage/states.js';

const GROUP = '/aws/lambda/fixture-dev';
const kept = { config: { log_retention_in_days: 14 } } as const;

/** `code` is the text of the zip. */
function app(code: string, sketch: StateSketch = kept): Desired {
  const zip = new TextEncoder().encode(code);
  const sha256 = createHash('sha256').update(zip).digest('base64');
  return { ...desiredOf(sketch), package: { zip, sha256 } };
}

function machine(): Machine {
  return { state: undefined };
}

function logCalls(calls: readonly string[]): readonly string[] {
  return calls.filter((name) => /Groups?$|Retention$/.test(name));
}

async function deleteOnce(
  cloud: FakeCloud,
  { state }: Machine,
  hasLogGroups: boolean,
): Promise<void> {
  const owner = { app: 'fixture', stage: 'dev' };
  const found = await findDeletions({ cloud, owner, record: state, options: { hasLogGroups } });
  const steps = deletionSteps(found.deletions, { cloud, wait: () => Promise.resolve() });
  const { signal } = new AbortController();
  await runSteps(steps, { signal, onEvent: () => undefined });
}

test('a group is made with our tags and its retention before its function', async () => {
  const cloud = fakeCloud();
  const { calls } = await deployOnce(cloud, app('one'), machine());
  expect([...cloud.groups]).toEqual([
    [GROUP, { tags: app('one').logGroups[0]?.tags, retentionInDays: 14 }],
  ]);
  expect(cloud.groups.get(GROUP)?.tags).toHaveProperty('cloud-framework');
  expect(calls.indexOf('putRetention')).toBeLessThan(calls.indexOf('createFunction'));
});

test('a deploy of the same lists groups once and writes nothing', async () => {
  const cloud = fakeCloud();
  const here = machine();
  await deployOnce(cloud, app('one'), here);
  const { calls } = await deployOnce(cloud, app('one'), here);
  expect(calls.toSorted()).toEqual(['getFunction', 'getRolePolicy', 'getStage', 'listGroups']);
});

test('an application without the key makes no call for it', async () => {
  const cloud = fakeCloud();
  const { calls } = await deployOnce(cloud, app('one', {}), machine());
  expect(logCalls(calls)).toEqual([]);
  expect(cloud.groups.size).toBe(0);
});

test('a group that is there is adopted and keeps its tags', async () => {
  const cloud = fakeCloud();
  const tags = { team: 'a' };
  cloud.groups.set(GROUP, { tags, retentionInDays: undefined });
  await deployOnce(cloud, app('one'), machine());
  expect(cloud.groups.get(GROUP)).toEqual({ tags, retentionInDays: 14 });
});

test('what was changed or deleted by hand comes back', async () => {
  const cloud = fakeCloud();
  const here = machine();
  await deployOnce(cloud, app('one'), here);
  cloud.groups.set(GROUP, { tags: {}, retentionInDays: 3 });
  expect(logCalls((await deployOnce(cloud, app('one'), here)).calls)).toEqual([
    'listGroups',
    'putRetention',
  ]);
  cloud.groups.delete(GROUP);
  await deployOnce(cloud, app('one'), here);
  expect(cloud.groups.get(GROUP)?.retentionInDays).toBe(14);
});

test('without the key a group is left as it is, and forgotten', async () => {
  const cloud = fakeCloud();
  const here = machine();
  await deployOnce(cloud, app('one'), here);
  const { calls } = await deployOnce(cloud, app('two', {}), here);
  expect(logCalls(calls)).toEqual([]);
  expect(cloud.groups.get(GROUP)?.retentionInDays).toBe(14);
});

test('the group of a function that goes stays', async () => {
  const cloud = fakeCloud();
  const here = machine();
  await deployOnce(cloud, app('one', { ...kept, functions: ['resize'] }), here);
  expect([...cloud.groups.keys()]).toEqual([GROUP, `${GROUP}-resize`]);
  await deployOnce(cloud, app('two'), here);
  expect([...cloud.functions.keys()]).toEqual(['fixture-dev']);
  expect([...cloud.groups.keys()]).toEqual([GROUP, `${GROUP}-resize`]);
});

test.each([true, false])('groups go with --log-groups alone (with the record: %s)', async (has) => {
  const cloud = fakeCloud();
  const here = machine();
  const known = (): Machine => (has ? here : machine());
  await deployOnce(cloud, app('one'), here);
  await deleteOnce(cloud, known(), false);
  expect(cloud.functions.size).toBe(0);
  expect([...cloud.groups.keys()]).toEqual([GROUP]);
  await deployOnce(cloud, app('one'), here);
  await deleteOnce(cloud, known(), true);
  expect(cloud.groups.size).toBe(0);
});

test('whatever call fails, the next deploy brings everything to its end', async () => {
  const whole = fakeCloud();
  const { calls } = await deployOnce(whole, app('one'), machine());
  for (let at = 1; at <= calls.length; at += 1) {
    for (const isCarriedOut of [false, true]) {
      const cloud = fakeCloud();
      const here = machine();
      cloud.arm({ kind: 'server', at, isCarriedOut });
      await deployOnce(cloud, app('one'), here).catch(() => undefined);
      cloud.arm(undefined);
      await deployOnce(cloud, app('one'), here);
      expect([...cloud.groups.values()].map((one) => one.retentionInDays)).toEqual([14]);
      expect((await deployOnce(cloud, app('one'), here)).calls).toHaveLength(4);
    }
  }
});

test('a plan names what is made and what changes', async () => {
  const desired = desiredOf({ ...kept, functions: ['resize'] });
  const found = observedOf(desired);
  const [first] = found.logGroups;
  const logGroups = [{ name: first?.name ?? '', retentionInDays: 3 }];
  const planned = planDeploy(desired, { ...found, logGroups });
  expect(renderPlan(planned, { hasColor: false })).toMatchInlineSnapshot(`
    "Resources
      ~  log group  /aws/lambda/fixture-dev         log_retention_in_days 3 -> 14
      +  log group  /aws/lambda/fixture-dev-resize  kept for 14 days

    fixture, stage dev, eu-west-1: 1 to create, 1 to change.
    "
  `);
  expect(planDocument(planned)).toMatchObject({
    logGroups: [
      {
        action: 'update',
        name: GROUP,
        fields: [{ field: 'log_retention_in_days', from: '3', to: '14' }],
      },
      { action: 'create', name: `${GROUP}-resize`, fields: [] },
    ],
  });
  const cloud = fakeCloud();
  await observe({ cloud, desired: desiredOf(), state: undefined });
  expect(planDocument(planDeploy(desiredOf(), observedOf(desiredOf())))).not.toHaveProperty(
    'logGroups',
  );
});

test('a function may have a retention of its own', () => {
  const config = {
    log_retention_in_days: 14,
    lambda_functions: { resize: { log_retention_in_days: 365 } },
  };
  const { logGroups } = desiredOf({ config, functions: ['resize'] });
  expect(logGroups.map(({ name, retentionInDays }) => [name, retentionInDays])).toEqual([
    [GROUP, 14],
    [`${GROUP}-resize`, 365],
  ]);
});
