// Schedules of EventBridge Scheduler: in a group of the stage, with a separate role; updated in place, and deleted with the
// group.
import { expect, test } from 'vitest';
import type { EventSource } from '../../../../runtime/contract/events.js';
import { appOf, every, type SourcesByFunction } from '../../deploy/event-sources.fixture.js';
import { observe } from '../../deploy/observe.js';
import { planDeploy, renderPlan } from '../../deploy/plan-deploy.js';
import { elsewhere, openCloud, type PortCloud, writesIn } from '../../deploy/port-cloud.fixture.js';
import { NOTHING } from '../../deploy/states.fixture.js';
import { cloudFormationTemplate } from '../../export/cloud-formation.js';
import { exportStage } from '../../export/export-stage.js';
import { terraformJson } from '../../export/terraform.js';

function zoned(expression: string, more: Partial<EventSource> = {}): EventSource {
  return every(expression, { timezone: 'Europe/Berlin', ...more });
}

const nightly: SourcesByFunction = { report: [zoned('cron(0 3 * * ? *)')] };

async function schedulesIn(cloud: PortCloud): Promise<readonly string[]> {
  const each = cloud.namesOf('schedule').map(async (place) => {
    const [group = '', name = ''] = place.split('/');
    const found = await cloud.others.scheduler.getSchedule({ group, name });
    if (!found) throw new Error(`There is no ${place}`);
    const { expression, timezone, functionArn, isEnabled, input = '' } = found;
    const state = isEnabled ? '' : ' off';
    return `${place} ${expression} ${timezone}${state} -> ${functionArn.split(':').at(-1)}${input}`;
  });
  return Promise.all(each);
}

const PLACE = { group: 'fixture-dev', name: 'fixture-dev-report' };

/** Returns the role that calls the function. */
async function roleOfSchedule({ others }: PortCloud): Promise<string | undefined> {
  return (await others.scheduler.getSchedule(PLACE))?.roleArn.split('/').at(-1);
}

const [ROLE, NAME] = ['fixture-dev-scheduler', 'fixture-dev-report'];

test('group and role are made, and the policy of the function names the group', async () => {
  const cloud = await openCloud();
  const { calls } = await cloud.deploy(appOf(nightly), elsewhere());
  expect(await schedulesIn(cloud)).toEqual([
    `fixture-dev/${NAME} cron(0 3 * * ? *) Europe/Berlin -> ${NAME}`,
  ]);
  const group = 'arn:aws:scheduler:eu-west-1:123456789012:schedule-group/fixture-dev';
  expect(await cloud.others.scheduler.listGroupTags(group)).toEqual({
    'cloud-framework': 'version=1.0.0:stage=dev:app=fixture',
  });
  expect(await cloud.others.iam.getRolePolicy(ROLE, ROLE)).toMatchObject({
    Statement: [
      {
        Action: ['lambda:InvokeFunction'],
        Resource: [`arn:aws:lambda:eu-west-1:*:function:${NAME}`],
      },
    ],
  });
  expect(await roleOfSchedule(cloud)).toBe(ROLE);
  expect(await cloud.statements()).toEqual([
    `${NAME}: arn:aws:scheduler:eu-west-1:123456789012:schedule/fixture-dev/*`,
  ]);
  expect(calls.indexOf('addPermission')).toBeLessThan(calls.indexOf('putSchedule'));
  expect(calls.filter((name) => /Rule/.test(name))).toEqual([]);
});

test('a schedule is changed in place, and becomes a rule without its time zone', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appOf(nightly));
  const more = { input: { full: true }, enabled: false };
  await cloud.deploy(appOf({ report: [zoned('at(2030-01-01T00:00:00)', more)] }));
  expect(await schedulesIn(cloud)).toEqual([
    `fixture-dev/${NAME} at(2030-01-01T00:00:00) Europe/Berlin off -> ${NAME}{"full":true}`,
  ]);
  await cloud.deploy(appOf({ report: [every('rate(1 hour)')] }));
  expect(cloud.namesOf('schedule-group')).toEqual([]);
  expect(cloud.namesOf('rule')).toHaveLength(1);
  expect(cloud.namesOf('role')).toEqual(['fixture-dev']);
});

test('a group of the name that is not ours is left alone, and said', async () => {
  const cloud = await openCloud();
  await cloud.others.scheduler.createScheduleGroup('fixture-dev', { team: 'a' });
  const { outcome, calls } = await cloud.deploy(appOf(nightly), elsewhere());
  expect(outcome.kind).toBe('refused');
  expect(writesIn(calls)).toEqual([]);
});

test('a function that is called scheduler keeps its own role', () => {
  const config = {
    lambda_functions: { scheduler: { iam_policy_file: 'own.json', autogen_policy: false } },
  };
  const policies = {
    'fixture-dev-scheduler': { kind: 'file', path: 'own.json', document: {} },
  } as const;
  const sources = { scheduler: [zoned('rate(1 hour)')] };
  const { roles } = appOf(sources, { config, policies });
  expect(roles.map(({ name }) => name)).toEqual(
    ['fixture-dev-schedules', 'fixture-dev-scheduler'].toSorted(),
  );
});

test('a schedule follows its role, when a function of that name takes it', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appOf(nightly));
  const config = {
    lambda_functions: { scheduler: { iam_policy_file: 'own.json', autogen_policy: false } },
  };
  const Statement = [{ Effect: 'Allow', Action: ['logs:*'], Resource: ['*'] }];
  const document = { Version: '2012-10-17', Statement };
  const policies = { [ROLE]: { kind: 'file', path: 'own.json', document } } as const;
  const both = appOf(nightly, { config, policies, functions: ['scheduler'] });
  for (const machine of [cloud.here, elsewhere()]) {
    const { outcome } = await cloud.deploy(both, machine);
    expect(outcome).toMatchObject({ kind: 'done' });
    expect(await roleOfSchedule(cloud)).toBe('fixture-dev-schedules');
    const { calls } = await cloud.deploy(both, machine);
    expect(writesIn(calls)).toEqual([]);
  }
  // The schedule gets its first role back when the function with that role's name is deleted.
  expect((await cloud.deploy(appOf(nightly))).outcome).toMatchObject({ kind: 'done' });
  expect(await roleOfSchedule(cloud)).toBe(ROLE);
});

test('a plan names time and zone; other tools make the same', () => {
  const desired = appOf(nightly);
  expect(renderPlan(planDeploy(desired, NOTHING), { hasColor: false })).toContain(
    '+  schedule  fixture-dev-report     cron(0 3 * * ? *) Europe/Berlin',
  );
  const once = appOf({ report: [zoned('at(2040-07-01T03:00:00)')] });
  expect(renderPlan(planDeploy(once, NOTHING), { hasColor: false })).toContain(
    'next 2040-07-01 01:00 UTC',
  );
  const passed = appOf({ report: [zoned('at(2020-07-01T03:00:00)')] });
  expect(renderPlan(planDeploy(passed, NOTHING), { hasColor: false })).toContain(
    'never runs: its time has passed',
  );
  const stage = exportStage(desired, undefined);
  expect(JSON.parse(terraformJson(stage))).toMatchObject({
    resource: { aws_scheduler_schedule: { report: { name: NAME } } },
  });
  expect(Object.values(cloudFormationTemplate(stage).Resources)).toContainEqual(
    expect.objectContaining({ Type: 'AWS::Scheduler::Schedule' }),
  );
});

test('a list of a group that does not exist may be empty', async () => {
  const cloud = await openCloud();
  const { scheduler } = cloud;
  const listSchedules: typeof scheduler.listSchedules = async (group) =>
    (await scheduler.listSchedules(group)) ?? [];
  const lenient = { ...cloud, scheduler: { ...scheduler, listSchedules } };
  const observation = await observe({ cloud: lenient, desired: appOf(nightly), state: undefined });
  expect(observation).toMatchObject({ kind: 'observed', observed: { scheduleGroup: undefined } });
});
