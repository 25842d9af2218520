// Event source mappings that go: with their source, with their stage; and those of others, which stay.
import { describe, expect, test } from 'vitest';
import { deletionSteps } from '../../deploy/apply-plan.js';
import { deployOnce, type Machine } from '../../deploy/deploy-run.fixture.js';
import type { FakeCloud } from '../../deploy/fake-cloud.fixture.js';
import { findDeletions } from '../../deploy/find-deletions.js';
import { planRollback, readHistory } from '../../deploy/plan-rollback.js';
import { runSteps } from '../../stage/run-steps.js';
import {
  addQueue,
  cloudWithSources,
  machine,
  mappingsIn,
  polledApp,
  queueEntry,
  sourceCalls,
  tableEntry,
} from './polled-app.fixture.js';

async function deleteOnce(cloud: FakeCloud, { state }: Machine): Promise<readonly string[]> {
  cloud.calls.length = 0;
  const owner = { app: 'fixture', stage: 'dev' };
  const options = { hasLogGroups: false };
  const found = await findDeletions({ cloud, owner, record: state, options });
  const steps = deletionSteps(found.deletions, { cloud, wait: () => Promise.resolve() });
  await runSteps(steps, { signal: new AbortController().signal, onEvent: () => undefined });
  return [...cloud.calls];
}

describe('what goes', () => {
  test.each([true, false])(
    'a source that is taken out of the code goes, and comes again (with the record: %s)',
    async (has) => {
      const cloud = cloudWithSources();
      const here = machine();
      const known = (): Machine => (has ? here : machine());
      await deployOnce(cloud, polledApp([queueEntry()]), here);
      const without = polledApp([], { functions: ['order'] });
      await deployOnce(cloud, without, known());
      expect(mappingsIn(cloud)).toEqual(['orders -> fixture-dev-order 10 Deleting']);
      // Lambda still deletes the one, and takes no other meanwhile.
      await deployOnce(cloud, polledApp([queueEntry()]), known());
      expect(mappingsIn(cloud)).toEqual(['orders -> fixture-dev-order 10 Enabled']);
    },
  );

  test('what somebody attached by hand stays', async () => {
    const cloud = cloudWithSources();
    addQueue(cloud, 'other');
    const here = machine();
    await deployOnce(cloud, polledApp([queueEntry()]), here);
    const [first] = cloud.polled.mappings.values();
    if (!first) throw new Error('No mapping was made');
    const sourceArn = 'arn:aws:sqs:eu-west-1:123456789012:other';
    const uuid = '00000000-0000-4000-8000-00000000ffff';
    const current = { ...first.current, uuid, arn: `${first.current.arn}f`, sourceArn };
    cloud.polled.mappings.set(uuid, { current, tags: {}, busyReads: 0 });
    const { calls } = await deployOnce(cloud, polledApp([queueEntry()]), here);
    expect(sourceCalls(calls)).toEqual(['getMappingTags', 'listMappings', 'readQueue']);
    await deleteOnce(cloud, here);
    expect(mappingsIn(cloud)).toEqual([
      'orders -> fixture-dev-order 10 Deleting',
      'other -> fixture-dev-order 10 Enabled, by hand',
    ]);
  });

  test('one that was attached by hand to what the code declares is ours when it is changed', async () => {
    const cloud = cloudWithSources();
    const here = machine();
    await deployOnce(cloud, polledApp([queueEntry()]), here);
    const [found] = cloud.polled.mappings.values();
    if (found) found.tags = {};
    await deployOnce(cloud, polledApp([queueEntry({ batchSize: 3 })]), here);
    expect(mappingsIn(cloud)).toEqual(['orders -> fixture-dev-order 3 Enabled']);
  });

  test.each([true, false])('a stage is deleted with them (with the record: %s)', async (has) => {
    const cloud = cloudWithSources();
    const here = machine();
    await deployOnce(cloud, polledApp([queueEntry(), tableEntry()]), here);
    const calls = await deleteOnce(cloud, has ? here : machine());
    expect(cloud.functions.size).toBe(0);
    expect(mappingsIn(cloud)).toHaveLength(2);
    expect(mappingsIn(cloud).every((one) => one.endsWith('Deleting'))).toBe(true);
    expect(calls.lastIndexOf('deleteMapping')).toBeLessThan(calls.indexOf('deleteFunction'));
  });
});

test('a rollback takes back the code, and leaves mappings as they are', async () => {
  const cloud = cloudWithSources();
  addQueue(cloud, 'late');
  const here = machine();
  const late = queueEntry({ queue: { text: 'late' } });
  await deployOnce(cloud, polledApp([queueEntry()]), here);
  await deployOnce(cloud, polledApp([late], { code: 'two' }), here);
  const [before] = cloud.functions.values();
  const code = before?.current.codeSha256;
  const mappings = mappingsIn(cloud);
  cloud.calls.length = 0;
  const owner = { app: 'fixture', stage: 'dev' };
  const history = await readHistory({ ...owner, cloud, apiStage: undefined });
  if (!history) throw new Error('Nothing is deployed');
  const plan = await planRollback(history, { ...owner, cloud, pastSettings: false });
  if (plan.kind === 'impossible') throw new Error(plan.diagnostic.message);
  const steps = plan.steps({ cloud, wait: () => Promise.resolve() });
  await runSteps(steps, { signal: new AbortController().signal, onEvent: () => undefined });
  expect([...cloud.functions.values()][0]?.current.codeSha256).not.toBe(code);
  expect(mappingsIn(cloud)).toEqual(mappings);
  expect(sourceCalls(cloud.calls)).toEqual([]);
});
