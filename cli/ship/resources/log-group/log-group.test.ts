// Log groups of an application that sets `log_retention_in_days`: created before the function, adopted, kept in sync, and not
// deleted.
import { expect, test } from 'vitest';
import { planDeploy, planDocument, renderPlan } from '../../deploy/plan-deploy.js';
import {
  elsewhere,
  openCloud,
  type PortCloud,
  recordOrNot,
} from '../../deploy/port-cloud.fixture.js';
import { appWith, desiredOf, observedOf } from '../../deploy/states.fixture.js';

const GROUP = '/aws/lambda/fixture-dev';
const kept = { config: { log_retention_in_days: 14 } } as const;

function logCalls(calls: readonly string[]): readonly string[] {
  return calls.filter((name) => /Groups?$|Retention$/.test(name));
}

/** Returns the existing groups, with their retention in days. */
async function groupsIn({ others: { logs } }: PortCloud): Promise<readonly unknown[]> {
  return (await logs.listGroups('/')).map(({ name, retentionInDays }) => [name, retentionInDays]);
}

async function tagsOfGroup({ clients: { logs } }: PortCloud): Promise<unknown> {
  const resourceArn = `arn:aws:logs:eu-west-1:123456789012:log-group:${GROUP}`;
  return (await logs.listTagsForResource({ resourceArn })).tags;
}

test('a group is made with our tags and its retention before its function', async () => {
  const cloud = await openCloud();
  const { calls } = await cloud.deploy(appWith('one', kept), elsewhere());
  expect(await groupsIn(cloud)).toEqual([[GROUP, 14]]);
  const tags = await tagsOfGroup(cloud);
  expect(tags).toEqual(appWith('one', kept).logGroups[0]?.tags);
  expect(tags).toHaveProperty('cloud-framework');
  expect(calls.indexOf('putRetention')).toBeLessThan(calls.indexOf('createFunction'));
});

test('a deploy of the same lists groups once and writes nothing', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWith('one', kept));
  const { calls } = await cloud.deploy(appWith('one', kept));
  expect(calls.toSorted()).toEqual(['getFunction', 'getRolePolicy', 'getStage', 'listGroups']);
});

test('a group that is there is adopted and keeps its tags', async () => {
  const cloud = await openCloud();
  const tags = { team: 'a' };
  await cloud.others.logs.createGroup(GROUP, tags);
  await cloud.deploy(appWith('one', kept), elsewhere());
  expect(await groupsIn(cloud)).toEqual([[GROUP, 14]]);
  expect(await tagsOfGroup(cloud)).toEqual(tags);
});

test('what was changed or deleted by hand comes back', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWith('one', kept));
  await cloud.others.logs.putRetention(GROUP, 3);
  expect(logCalls((await cloud.deploy(appWith('one', kept))).calls)).toEqual([
    'listGroups',
    'putRetention',
  ]);
  await cloud.others.logs.deleteGroup(GROUP);
  await cloud.deploy(appWith('one', kept));
  expect(await groupsIn(cloud)).toEqual([[GROUP, 14]]);
});

test('without the key a group is left as it is, and forgotten', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWith('one', kept));
  const { calls } = await cloud.deploy(appWith('two', {}));
  expect(logCalls(calls)).toEqual([]);
  expect(await groupsIn(cloud)).toEqual([[GROUP, 14]]);
});

test('the group of a function that goes stays', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWith('one', { ...kept, functions: ['resize'] }));
  expect(cloud.namesOf('log-group')).toEqual([GROUP, `${GROUP}-resize`]);
  await cloud.deploy(appWith('two', kept));
  expect(cloud.namesOf('function')).toEqual(['fixture-dev']);
  expect(cloud.namesOf('log-group')).toEqual([GROUP, `${GROUP}-resize`]);
});

test.each(recordOrNot('log groups'))(
  'groups go with --log-groups alone (with the record: %s)',
  async (has) => {
    const cloud = await openCloud();
    const known = (): typeof cloud.here => (has ? cloud.here : elsewhere());
    await cloud.deploy(appWith('one', kept));
    await cloud.remove(known());
    expect(cloud.namesOf('function')).toEqual([]);
    expect(cloud.namesOf('log-group')).toEqual([GROUP]);
    await cloud.deploy(appWith('one', kept));
    await cloud.remove(known(), { hasLogGroups: true });
    expect(await groupsIn(cloud)).toEqual([]);
  },
);

test('a plan names what is made and what changes', () => {
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
