// Event source mappings over the life of a stage: made, left alone, changed in place, and moved.
import { describe, expect, test } from 'vitest';
import { deployOnce } from '../../deploy/deploy-run.fixture.js';
import {
  addQueue,
  cloudWithSources,
  machine,
  mappingsIn,
  polledApp,
  QUEUE_ARN,
  queueEntry,
  sourceCalls,
  streamEntry,
  tableEntry,
} from './polled-app.fixture.js';

const WRITES = /^(?:create|put|update|tag|untag|add|remove|delete)/;

describe('a first deploy', () => {
  test('connects the function with its queue when all else is made, and waits until Lambda reads', async () => {
    const cloud = cloudWithSources();
    const { outcome, calls } = await deployOnce(cloud, polledApp([queueEntry()]), machine());
    expect(outcome.kind).toBe('done');
    expect(mappingsIn(cloud)).toEqual(['orders -> fixture-dev-order 10 Enabled']);
    expect([...cloud.polled.mappings.values()][0]?.current).toMatchObject({
      sourceArn: QUEUE_ARN,
      reportsFailures: true,
      startingPosition: undefined,
      stream: undefined,
    });
    const before = calls.slice(0, calls.indexOf('createMapping'));
    expect(before).toEqual(expect.arrayContaining(['putRolePolicy', 'createFunction']));
    // The first two are refused, because Lambda has not heard of the policy.
    expect(sourceCalls(calls)).toEqual([
      'createMapping',
      'createMapping',
      'createMapping',
      'getMapping',
      'getMapping',
      'listMappings',
      'readQueue',
    ]);
  });

  test('reads a table by its latest stream, and a stream from where it says', async () => {
    const cloud = cloudWithSources();
    await deployOnce(cloud, polledApp([tableEntry(), streamEntry()]), machine());
    expect(mappingsIn(cloud)).toEqual([
      'stream/clicks -> fixture-dev-click 10 Enabled',
      'table/Orders/stream/2026 -> fixture-dev-changed 10 Enabled',
    ]);
    const positions = [...cloud.polled.mappings.values()].map(
      (one) => one.current.startingPosition,
    );
    expect(positions.toSorted()).toEqual(['LATEST', 'TRIM_HORIZON']);
  });

  test('adopts the mapping whose id Lambda names, when one is there already', async () => {
    const cloud = cloudWithSources();
    await deployOnce(cloud, polledApp([queueEntry()]), machine());
    const [[uuid, left] = []] = [...cloud.polled.mappings];
    // Somebody has deleted the function, which leaves its mapping; and lists do not show it.
    cloud.functions.clear();
    const { listMappings } = cloud.mappings;
    Object.assign(cloud.mappings, { listMappings: () => Promise.resolve([]) });
    const { outcome } = await deployOnce(
      cloud,
      polledApp([queueEntry({ batchSize: 2 })]),
      machine(),
    );
    Object.assign(cloud.mappings, { listMappings });
    expect(outcome.kind).toBe('done');
    expect([...cloud.polled.mappings.keys()]).toEqual([uuid]);
    expect(left?.current.batchSize).toBe(2);
  });
});

describe('a deploy of the same', () => {
  test.each([
    ['a queue', [queueEntry()], ['listMappings', 'readQueue']],
    ['a stream', [streamEntry()], ['listMappings', 'readStream']],
    ['a table', [tableEntry()], ['listMappings', 'readTable']],
  ])('of %s reads mapping and source, and writes nothing', async (_, events, reads) => {
    const cloud = cloudWithSources();
    const here = machine();
    await deployOnce(cloud, polledApp(events), here);
    const { calls } = await deployOnce(cloud, polledApp(events), here);
    expect(sourceCalls(calls)).toEqual(reads);
    expect(calls.filter((name) => WRITES.test(name))).toEqual([]);
    expect(calls).toHaveLength(reads.length + 2);
    const elsewhere = await deployOnce(cloud, polledApp(events), machine());
    expect(sourceCalls(elsewhere.calls)).toEqual(reads);
    expect(elsewhere.calls.filter((name) => WRITES.test(name))).toEqual([]);
  });

  test('of an application without sources asks nothing about them', async () => {
    const cloud = cloudWithSources();
    const here = machine();
    const app = polledApp([], { functions: ['order'] });
    expect(sourceCalls((await deployOnce(cloud, app, here)).calls)).toEqual([]);
    expect(sourceCalls((await deployOnce(cloud, app, here)).calls)).toEqual([]);
    expect(here.state).not.toHaveProperty('polled');
    // Nobody knows there what an earlier deploy has connected.
    expect(sourceCalls((await deployOnce(cloud, app, machine())).calls)).toEqual(['listMappings']);
    const api = polledApp([], { routes: [{ path: '/' }] });
    expect(sourceCalls((await deployOnce(cloud, api, machine())).calls)).toEqual(['listMappings']);
    expect(sourceCalls((await deployOnce(cloud, api, machine())).calls)).toEqual([]);
  });

  test('needs no permission to look for sources that nobody has declared', async () => {
    const cloud = cloudWithSources();
    const app = polledApp([], { functions: ['order'] });
    await deployOnce(cloud, app, machine());
    // All reads begin together: it is found by what it is called.
    for (let at = 1; at <= 8; at += 1) {
      cloud.arm({ kind: 'denied', at, isCarriedOut: false });
      const { calls, outcome } = await deployOnce(cloud, app, machine()).catch(() => ({
        calls: [],
        outcome: { kind: 'threw' },
      }));
      if (calls[at - 1] === 'listMappings') expect(outcome.kind).toBe('done');
    }
    cloud.arm(undefined);
  });
});

describe('changes', () => {
  test('options are changed in place, and those that are taken out really go', async () => {
    const cloud = cloudWithSources();
    const here = machine();
    const filters = [{ body: { kind: ['paid'] } }];
    await deployOnce(cloud, polledApp([queueEntry({ maximumConcurrency: 4, filters })]), here);
    const [[uuid, found] = []] = [...cloud.polled.mappings];
    expect(found?.current).toMatchObject({
      maximumConcurrency: 4,
      filters: ['{"body":{"kind":["paid"]}}'],
    });
    const { calls } = await deployOnce(cloud, polledApp([queueEntry({ batchSize: 5 })]), here);
    expect([...cloud.polled.mappings.keys()]).toEqual([uuid]);
    expect(found?.current).toMatchObject({ batchSize: 5, filters: [] });
    expect(found?.current.maximumConcurrency).toBeUndefined();
    expect(calls.filter((name) => WRITES.test(name))).toEqual(['updateMapping']);
  });

  test('a mapping that was switched off or changed by hand is as before', async () => {
    const cloud = cloudWithSources();
    const here = machine();
    await deployOnce(cloud, polledApp([queueEntry()]), here);
    const [found] = cloud.polled.mappings.values();
    if (!found) throw new Error('No mapping was made');
    const changes = { isEnabled: false, state: 'Disabled', batchSize: 1, reportsFailures: false };
    found.current = { ...found.current, ...changes };
    await deployOnce(cloud, polledApp([queueEntry()]), here);
    expect(mappingsIn(cloud)).toEqual(['orders -> fixture-dev-order 10 Enabled']);
    expect(found.current.reportsFailures).toBe(true);
  });

  test('what is not ours to say stays', async () => {
    const cloud = cloudWithSources();
    const here = machine();
    await deployOnce(cloud, polledApp([queueEntry()]), here);
    const [found] = cloud.polled.mappings.values();
    if (!found) throw new Error('No mapping was made');
    found.current = { ...found.current, filters: [] };
    Object.assign(found.current, { tumblingWindow: 30 });
    expect((await deployOnce(cloud, polledApp([queueEntry()]), here)).calls).not.toContain(
      'updateMapping',
    );
  });

  test('another queue: the new mapping is made before the old one goes', async () => {
    const cloud = cloudWithSources();
    addQueue(cloud, 'late');
    const here = machine();
    await deployOnce(cloud, polledApp([queueEntry()]), here);
    const next = polledApp([queueEntry({ queue: { text: 'late' } })]);
    const { calls } = await deployOnce(cloud, next, here);
    expect(mappingsIn(cloud)[0]).toBe('late -> fixture-dev-order 10 Enabled');
    expect(calls.lastIndexOf('createMapping')).toBeLessThan(calls.indexOf('deleteMapping'));
    await cloud.mappings.getMapping('00000000-0000-4000-8000-000000000001');
    await cloud.mappings.getMapping('00000000-0000-4000-8000-000000000001');
    expect(mappingsIn(cloud)).toHaveLength(1);
  });

  test('another position: Lambda takes no second mapping, so the old one goes first', async () => {
    const cloud = cloudWithSources();
    const here = machine();
    await deployOnce(cloud, polledApp([streamEntry()]), here);
    await deployOnce(cloud, polledApp([streamEntry({ startingPosition: 'LATEST' })]), here);
    expect([...cloud.polled.mappings.values()].map((one) => one.current.startingPosition)).toEqual([
      'LATEST',
    ]);
  });

  test('a table that has another stream now is read by that one', async () => {
    const cloud = cloudWithSources();
    const here = machine();
    await deployOnce(cloud, polledApp([tableEntry()]), here);
    const table = cloud.polled.tables.get('Orders');
    cloud.polled.tables.set('Orders', {
      arn: table?.arn ?? '',
      streamArn: `${table?.arn ?? ''}/stream/2027`,
    });
    await deployOnce(cloud, polledApp([tableEntry()]), here);
    expect(mappingsIn(cloud)).toEqual([
      'table/Orders/stream/2026 -> fixture-dev-changed 10 Deleting',
      'table/Orders/stream/2027 -> fixture-dev-changed 10 Enabled',
    ]);
  });

  test('a function of another name', async () => {
    const cloud = cloudWithSources();
    const here = machine();
    await deployOnce(cloud, polledApp([queueEntry()]), here);
    const { calls } = await deployOnce(cloud, polledApp([queueEntry({ function: 'sell' })]), here);
    expect(mappingsIn(cloud)).toEqual([
      'orders -> fixture-dev-order 10 Deleting',
      'orders -> fixture-dev-sell 10 Enabled',
    ]);
    expect([...cloud.functions.keys()]).toEqual(['fixture-dev-sell']);
    expect(calls.indexOf('deleteMapping')).toBeLessThan(calls.indexOf('deleteFunction'));
  });
});
