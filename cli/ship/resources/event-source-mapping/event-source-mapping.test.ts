// Event source mappings over the life of a stage: created, unchanged, updated in place, moved and deleted; mappings of other
// applications stay.
import { describe, expect, test } from 'vitest';
import {
  deployOnce,
  elsewhere,
  type Machine,
  recordOrNot,
  rollBackOnce,
  writesIn,
} from '../../deploy/port-cloud.fixture.js';
import {
  addQueue,
  allMappings,
  cloudWithSources,
  mappingsIn,
  polledApp,
  queueEntry,
  sourceCalls,
  streamEntry,
  switchStream,
  tableEntry,
} from './polled-app.fixture.js';

describe('a first deploy', () => {
  test('connects the function with its queue when all else is made, and waits until Lambda reads', async () => {
    const cloud = await cloudWithSources();
    const { outcome, calls } = await cloud.deploy(polledApp([queueEntry()]), elsewhere());
    expect(outcome.kind).toBe('done');
    expect(await mappingsIn(cloud)).toEqual(['orders -> fixture-dev-order 10 Enabled']);
    expect((await allMappings(cloud))[0]).toMatchObject({
      sourceArn: 'arn:aws:sqs:eu-west-1:123456789012:orders',
      reportsFailures: true,
      startingPosition: undefined,
      stream: undefined,
    });
    const before = calls.slice(0, calls.indexOf('createMapping'));
    expect(before).toEqual(expect.arrayContaining(['putRolePolicy', 'createFunction']));
    expect([...new Set(sourceCalls(calls))]).toEqual([
      'createMapping',
      'getMapping',
      'listMappings',
      'readQueue',
    ]);
  });

  test('reads a table by its latest stream, and a stream from where it says', async () => {
    const cloud = await cloudWithSources();
    await cloud.deploy(polledApp([tableEntry(), streamEntry()]), elsewhere());
    expect(await mappingsIn(cloud)).toEqual([
      'stream/clicks -> fixture-dev-click 10 Enabled',
      'table/Orders/stream -> fixture-dev-changed 10 Enabled',
    ]);
    const positions = (await allMappings(cloud)).map((one) => one.startingPosition);
    expect(positions.toSorted()).toEqual(['LATEST', 'TRIM_HORIZON']);
  });

  test('adopts the mapping whose id Lambda names, when one is there already', async () => {
    const cloud = await cloudWithSources();
    await cloud.deploy(polledApp([queueEntry()]), elsewhere());
    const [left] = await allMappings(cloud);
    // Someone has deleted the function, whose mapping remains but is not listed.
    await cloud.others.lambda.deleteFunction('fixture-dev-order');
    const blind = { ...cloud.mappings, listMappings: () => Promise.resolve([]) };
    const next = polledApp([queueEntry({ batchSize: 2 })]);
    const { outcome } = await deployOnce({ ...cloud, mappings: blind }, next, elsewhere());
    expect(outcome.kind).toBe('done');
    expect(await allMappings(cloud)).toEqual([{ ...left, batchSize: 2 }]);
  });
});

describe('a deploy of the same', () => {
  test.each([
    ['a queue', [queueEntry()], ['listMappings', 'readQueue']],
    ['a stream', [streamEntry()], ['listMappings', 'readStream']],
    ['a table', [tableEntry()], ['listMappings', 'readTable']],
  ])('of %s reads mapping and source, and writes nothing', async (_, events, reads) => {
    const cloud = await cloudWithSources();
    await cloud.deploy(polledApp(events));
    const { calls } = await cloud.deploy(polledApp(events));
    expect(sourceCalls(calls)).toEqual(reads);
    expect(writesIn(calls)).toEqual([]);
    expect(calls).toHaveLength(reads.length + 2);
    const other = await cloud.deploy(polledApp(events), elsewhere());
    expect(sourceCalls(other.calls)).toEqual(reads);
    expect(writesIn(other.calls)).toEqual([]);
  });

  test('of an application without sources asks nothing about them', async () => {
    const cloud = await cloudWithSources();
    const app = polledApp([], { functions: ['order'] });
    expect(sourceCalls((await cloud.deploy(app)).calls)).toEqual([]);
    expect(sourceCalls((await cloud.deploy(app)).calls)).toEqual([]);
    expect(cloud.here.state).not.toHaveProperty('polled');
    // A machine without a record does not know which sources an earlier deploy connected.
    expect(sourceCalls((await cloud.deploy(app, elsewhere())).calls)).toEqual(['listMappings']);
    const api = polledApp([], { routes: [{ path: '/' }] });
    expect(sourceCalls((await cloud.deploy(api, elsewhere())).calls)).toEqual(['listMappings']);
    expect(sourceCalls((await cloud.deploy(api, elsewhere())).calls)).toEqual([]);
  });

  test('needs no permission to look for sources that nobody has declared', async () => {
    const cloud = await cloudWithSources();
    const app = polledApp([], { functions: ['order'] });
    await cloud.deploy(app, elsewhere());
    cloud.testCloud.restrictCaller({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: '*', Resource: '*' },
        { Effect: 'Deny', Action: 'lambda:ListEventSourceMappings', Resource: '*' },
      ],
    });
    expect((await cloud.deploy(app, elsewhere())).outcome.kind).toBe('done');
  });
});

describe('changes', () => {
  test('options are changed in place, and those that are taken out really go', async () => {
    const cloud = await cloudWithSources();
    const filters = [{ body: { kind: ['paid'] } }];
    await cloud.deploy(polledApp([queueEntry({ maximumConcurrency: 4, filters })]));
    const [found] = await allMappings(cloud);
    expect(found).toMatchObject({
      maximumConcurrency: 4,
      filters: ['{"body":{"kind":["paid"]}}'],
    });
    const { calls } = await cloud.deploy(polledApp([queueEntry({ batchSize: 5 })]));
    const plain = { batchSize: 5, filters: [], maximumConcurrency: undefined };
    expect(await allMappings(cloud)).toEqual([{ ...found, ...plain }]);
    expect(writesIn(calls)).toEqual(['updateMapping']);
  });

  test('another queue: the new mapping is made before the old one goes', async () => {
    const cloud = await cloudWithSources();
    await addQueue(cloud, 'late');
    await cloud.deploy(polledApp([queueEntry()]));
    const next = polledApp([queueEntry({ queue: { text: 'late' } })]);
    const { calls } = await cloud.deploy(next);
    expect(calls.lastIndexOf('createMapping')).toBeLessThan(calls.indexOf('deleteMapping'));
    expect(await mappingsIn(cloud)).toEqual(['late -> fixture-dev-order 10 Enabled']);
  });

  test('another position: Lambda takes no second mapping, so the old one goes first', async () => {
    const cloud = await cloudWithSources();
    await cloud.deploy(polledApp([streamEntry()]));
    await cloud.deploy(polledApp([streamEntry({ startingPosition: 'LATEST' })]));
    expect((await allMappings(cloud)).map((one) => one.startingPosition)).toEqual(['LATEST']);
  });

  test('a table that has another stream now is read by that one', async () => {
    const cloud = await cloudWithSources();
    await cloud.deploy(polledApp([tableEntry()]));
    const [before] = await allMappings(cloud);
    await switchStream(cloud, false);
    await switchStream(cloud, true);
    await cloud.deploy(polledApp([tableEntry()]));
    const { streamArn } = (await cloud.others.tables.readTable('Orders')) ?? {};
    expect(streamArn).not.toBe(before?.sourceArn);
    expect((await allMappings(cloud)).map((one) => one.sourceArn)).toEqual([streamArn]);
  });

  test('a function of another name', async () => {
    const cloud = await cloudWithSources();
    await cloud.deploy(polledApp([queueEntry()]));
    const { calls } = await cloud.deploy(polledApp([queueEntry({ function: 'sell' })]));
    expect(await mappingsIn(cloud)).toEqual(['orders -> fixture-dev-sell 10 Enabled']);
    expect(cloud.namesOf('function')).toEqual(['fixture-dev-sell']);
    expect(calls.indexOf('deleteMapping')).toBeLessThan(calls.indexOf('deleteFunction'));
  });
});

describe('what goes', () => {
  test.each(recordOrNot('mappings'))(
    'a source that is taken out of the code goes, and comes again (with the record: %s)',
    async (has) => {
      const cloud = await cloudWithSources();
      const known = (): Machine => (has ? cloud.here : elsewhere());
      await cloud.deploy(polledApp([queueEntry()]));
      const without = polledApp([], { functions: ['order'] });
      const { calls } = await cloud.deploy(without, known());
      expect(calls).toContain('deleteMapping');
      // Lambda is still deleting the mapping, and accepts no other mapping until then.
      await cloud.deploy(polledApp([queueEntry()]), known());
      expect(await mappingsIn(cloud)).toEqual(['orders -> fixture-dev-order 10 Enabled']);
    },
  );

  test('what somebody attached by hand stays', async () => {
    const cloud = await cloudWithSources();
    await addQueue(cloud, 'other');
    await cloud.deploy(polledApp([queueEntry()]));
    await cloud.clients.lambda.createEventSourceMapping({
      FunctionName: 'fixture-dev-order',
      EventSourceArn: 'arn:aws:sqs:eu-west-1:123456789012:other',
    });
    cloud.pass(60_000);
    const { calls } = await cloud.deploy(polledApp([queueEntry()]));
    expect(sourceCalls(calls)).toEqual(['getMappingTags', 'listMappings', 'readQueue']);
    await cloud.remove();
    expect(await mappingsIn(cloud)).toEqual(['other -> fixture-dev-order 10 Enabled, by hand']);
  });

  test('one that was attached by hand to what the code declares is ours when it is changed', async () => {
    const cloud = await cloudWithSources();
    await cloud.deploy(polledApp([], { functions: ['order'] }));
    await cloud.clients.lambda.createEventSourceMapping({
      FunctionName: 'fixture-dev-order',
      EventSourceArn: 'arn:aws:sqs:eu-west-1:123456789012:orders',
    });
    expect(await mappingsIn(cloud)).toEqual(['orders -> fixture-dev-order 10 Enabled, by hand']);
    await cloud.deploy(polledApp([queueEntry({ batchSize: 3 })]));
    expect(await mappingsIn(cloud)).toEqual(['orders -> fixture-dev-order 3 Enabled']);
  });

  test.each(recordOrNot('deleted mappings'))(
    'a stage is deleted with them (with the record: %s)',
    async (has) => {
      const cloud = await cloudWithSources();
      await cloud.deploy(polledApp([queueEntry(), tableEntry()]));
      await cloud.remove(has ? cloud.here : elsewhere());
      expect(cloud.namesOf('function')).toEqual([]);
      expect(await mappingsIn(cloud)).toEqual([]);
      const { calls } = cloud;
      expect(calls.lastIndexOf('deleteMapping')).toBeLessThan(calls.indexOf('deleteFunction'));
    },
  );
});

test('a rollback takes back the code, and leaves mappings as they are', async () => {
  const cloud = await cloudWithSources();
  await addQueue(cloud, 'late');
  const late = queueEntry({ queue: { text: 'late' } });
  await cloud.deploy(polledApp([queueEntry()]));
  await cloud.deploy(polledApp([late], { code: 'two' }));
  const codeOf = async (): Promise<unknown> =>
    (await cloud.others.lambda.getFunction('fixture-dev-order'))?.codeSha256;
  const [code, mappings] = [await codeOf(), await mappingsIn(cloud)];
  expect((await rollBackOnce(cloud)).kind).toBe('done');
  expect(sourceCalls(cloud.calls)).toEqual([]);
  expect(await codeOf()).not.toBe(code);
  expect(await mappingsIn(cloud)).toEqual(mappings);
});
