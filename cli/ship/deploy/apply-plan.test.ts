// A deploy from observation to the last call: which calls it makes, and what it leaves.
import { describe, expect, test } from 'vitest';
import { deployOnce, type Machine } from './deploy-run.fixture.js';
import { fakeCloud, type FakeCloud } from './fake-cloud.fixture.js';
import { desiredOf, type StateSketch } from './states.fixture.js';
import type { Desired } from '../stage/states.js';
import { createHash } from 'node:crypto';

const READS = /^(?:get|list|find|export)/;

function countOf(calls: readonly string[]): string {
  const writes = calls.filter((name) => !READS.test(name)).length;
  return `${calls.length} calls, ${writes} writes`;
}

/** `code` is the text of the zip. */
function app(code: string, sketch: StateSketch = {}): Desired {
  const zip = new TextEncoder().encode(code);
  const sha256 = createHash('sha256').update(zip).digest('base64');
  return { ...desiredOf(sketch), package: { zip, sha256 } };
}

async function deployed(
  desired: Desired,
): Promise<{ readonly cloud: FakeCloud; readonly machine: Machine }> {
  const cloud = fakeCloud();
  const machine: Machine = { state: undefined };
  const { outcome } = await deployOnce(cloud, desired, machine);
  expect(outcome).toMatchObject({ kind: 'done' });
  return { cloud, machine };
}

describe('calls', () => {
  test('a first deploy makes a role, a function and an API in the fewest calls', async () => {
    const cloud = fakeCloud();
    // The role can be assumed at once.
    const machine: Machine = { state: undefined };
    const { outcome, calls, events } = await deployOnce(cloud, app('one'), machine);
    expect(outcome).toMatchObject({ kind: 'done' });
    // Two attempts are refused because the role is new.
    expect(countOf(calls.filter((name, at) => calls.indexOf(name) === at))).toBe(
      '11 calls, 7 writes',
    );
    expect(events.filter((text) => text.startsWith('done'))).toMatchInlineSnapshot(`
      [
        "done create role fixture-dev",
        "done create policy of role fixture-dev",
        "done create API fixture-dev",
        "done import routes of API fixture-dev",
        "done create function fixture-dev",
        "done permit API Gateway to call fixture-dev",
        "done await function fixture-dev",
        "done publish stage api",
      ]
    `);
    expect(machine.state).toMatchObject({
      account: '123456789012',
      partition: 'aws',
      isComplete: true,
    });
  });

  test('a deploy of the same makes three reads and no write', async () => {
    const { cloud, machine } = await deployed(app('one'));
    const { outcome, calls } = await deployOnce(cloud, app('one'), machine);
    expect(outcome).toMatchObject({ kind: 'done', done: [] });
    expect([...calls].sort()).toEqual(['getFunction', 'getRolePolicy', 'getStage']);
  });

  test('other code alone touches only the function', async () => {
    const { cloud, machine } = await deployed(app('one'));
    const { calls } = await deployOnce(cloud, app('two'), machine);
    expect(countOf(calls)).toBe('5 calls, 1 writes');
    expect(calls).toContain('updateFunctionCode');
  });

  test('a deploy of the same makes three reads also after one of other code alone', async () => {
    const { cloud, machine } = await deployed(app('one'));
    await deployOnce(cloud, app('two'), machine);
    const { calls } = await deployOnce(cloud, app('two'), machine);
    expect([...calls].sort()).toEqual(['getFunction', 'getRolePolicy', 'getStage']);
  });

  test('another route and other code are three writes', async () => {
    const { cloud, machine } = await deployed(app('one'));
    const routes = [{ path: '/' }, { path: '/cities' }];
    const { calls } = await deployOnce(cloud, app('two', { routes }), machine);
    expect(countOf(calls)).toBe('8 calls, 3 writes');
  });

  test('other settings alone are one write', async () => {
    const { cloud, machine } = await deployed(app('one'));
    const { calls } = await deployOnce(
      cloud,
      app('one', { config: { lambda_memory_size: 256 } }),
      machine,
    );
    expect(countOf(calls)).toBe('5 calls, 1 writes');
  });

  test('a second machine finds everything and writes nothing', async () => {
    const { cloud, machine } = await deployed(app('one'));
    const second: Machine = { state: undefined };
    const { calls } = await deployOnce(cloud, app('one'), second);
    expect(countOf(calls)).toBe('8 calls, 0 writes');
    expect(second.state).toEqual(machine.state);
  });
});

describe('changes', () => {
  test('a function that is not desired any more is deleted after everything else, its own role too', async () => {
    const config = { stages: { dev: { lambda_functions: { resize: { autogen_policy: true } } } } };
    const { cloud, machine } = await deployed(app('one', { functions: ['resize'], config }));
    expect([...cloud.functions.keys()]).toEqual(['fixture-dev', 'fixture-dev-resize']);
    await deployOnce(cloud, app('two'), machine);
    expect([...cloud.functions.keys()]).toEqual(['fixture-dev']);
    expect([...cloud.roles.keys()]).toEqual(['fixture-dev']);
  });

  test('a second machine deletes what an earlier deploy left', async () => {
    const { cloud } = await deployed(app('one', { functions: ['resize'] }));
    await deployOnce(cloud, app('one'), { state: undefined });
    expect([...cloud.functions.keys()]).toEqual(['fixture-dev']);
  });

  test('another gateway stage is published before the earlier one goes', async () => {
    const { cloud, machine } = await deployed(app('one'));
    const config = { api_gateway_stage: 'v2' };
    const { events } = await deployOnce(cloud, app('one', { config }), machine);
    expect([...cloud.apis.values()].map(({ stages }) => [...stages.keys()])).toEqual([['v2']]);
    expect(events.indexOf('done publish stage v2')).toBeLessThan(
      events.indexOf('started delete stage api'),
    );
  });

  test('an API that was deleted by hand is made again and the function lets it in', async () => {
    const { cloud, machine } = await deployed(app('one'));
    cloud.apis.clear();
    await deployOnce(cloud, app('one'), machine);
    const [id] = [...cloud.apis.keys()];
    const statements = cloud.functions.get('fixture-dev')?.permissions;
    expect(statements?.map(({ statementId }) => statementId)).toEqual([
      `framework-${id}-integration`,
    ]);
  });

  test('a function whose creation failed is made again', async () => {
    const { cloud, machine } = await deployed(app('one'));
    const one = cloud.functions.get('fixture-dev');
    if (one) one.current = { ...one.current, progress: { kind: 'failed', reason: 'broken' } };
    await deployOnce(cloud, app('one'), machine);
    expect(cloud.functions.get('fixture-dev')).toMatchObject({
      current: { progress: { kind: 'ready' } },
      permissions: [{ principal: 'apigateway.amazonaws.com' }],
    });
  });

  test('concurrency and tags follow the configuration, both ways', async () => {
    const config = { reserved_concurrency: 5, tags: { team: 'a' } };
    const { cloud, machine } = await deployed(app('one', { config }));
    const current = (): unknown => cloud.functions.get('fixture-dev')?.current;
    expect(current()).toMatchObject({ reservedConcurrency: 5, tags: { team: 'a' } });
    await deployOnce(cloud, app('one', { config: { tags: { other: 'b' } } }), machine);
    expect(current()).toMatchObject({
      reservedConcurrency: undefined,
      tags: { other: 'b', 'cloud-framework': expect.stringContaining('stage=dev') as string },
    });
    expect(current()).not.toMatchObject({ tags: { team: 'a' } });
  });
});
