// Schedules of every kind, deployed by the command: the clock of the cloud is advanced, and their functions run with the
// correct event, those of EventBridge Scheduler with its role.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';
import { framework, testCloud } from './deployments.js';

const test = sampledTest('deploys of schedules', 3);

const SOURCE = `import { Framework, type ScheduledEvent } from 'framework';

export const app = new Framework({ appName: 'clock' });

export class Jobs {
  @app.schedule('rate(5 hours)')
  rated(event: ScheduledEvent) {
    return event.toDict();
  }
  @app.schedule('cron(0 3 * * ? *)')
  early(event: ScheduledEvent) {
    return event.toDict();
  }
  @app.schedule('cron(0 3 * * ? *)', { timezone: 'Europe/Berlin' })
  nightly(event: ScheduledEvent) {
    return { source: event.source, detailType: event.detailType, time: event.time };
  }
  @app.schedule('cron(30 3 * * ? *)', { timezone: 'Asia/Kolkata', input: { full: true } })
  full(event: { full: boolean }) {
    return event;
  }
  @app.schedule('at(2026-11-23T04:00:00)', { timezone: 'Europe/Berlin', input: 'once' })
  once(event: string) {
    return event;
  }
  @app.schedule('cron(0 4 * * ? *)', { enabled: false })
  never() {}
}
`;

type Ran = readonly [name: string, outcome: string, result: unknown];

async function ran(cloud: TestCloud): Promise<readonly Ran[]> {
  await cloud.runSchedules();
  const all = await cloud.deliveries();
  return all
    .map(({ functionArn, outcome, payload }): Ran => {
      const result: unknown = payload === '' ? undefined : JSON.parse(payload);
      return [functionArn.split(':clock-dev-')[1] ?? '', outcome, result];
    })
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

test('each runs when its clock says so, in its zone, with its event', async () => {
  let ahead = 0;
  const moveTo = (text: string): void => void (ahead = Date.parse(text) - Date.now());
  moveTo('2026-11-22T12:00:00Z');
  const cloud = await testCloud({ now: () => Date.now() + ahead });
  const cwd = temporaryProject({ 'app.ts': SOURCE });
  const deploy = async (): Promise<void> => {
    const { exitCode, err } = await framework('deploy --allow-delete', { cwd, cloud });
    expect(exitCode, err).toBe(0);
  };
  await deploy();
  expect(await ran(cloud)).toEqual([]);

  const zulu = (text: string): string => `2026-11-${text}:00Z`;
  const account = '123456789012';
  const event = { version: '0', region: 'us-east-1', account, 'detail-type': 'Scheduled Event' };
  const ofRule = (name: string): object => ({
    ...event,
    source: 'aws.events',
    id: expect.any(String) as unknown, // because it is a matcher
    resources: [`arn:aws:events:us-east-1:${account}:rule/clock-dev-${name}`],
    detail: {},
  });
  moveTo(zulu('23T06:00'));
  const [early, full, nightly, once, ...rated] = await ran(cloud);
  expect(early).toEqual(['early', 'returned', { ...ofRule('early'), time: zulu('23T03:00') }]);
  expect(full).toEqual(['full', 'returned', { full: true }]);
  const time = zulu('23T02:00');
  const told = { source: 'aws.scheduler', detailType: 'Scheduled Event', time };
  expect(nightly).toMatchObject(['nightly', 'returned', told]);
  expect(once).toEqual(['once', 'returned', 'once']);
  expect(rated).toHaveLength(3);
  expect(rated[0]).toMatchObject(['rated', 'returned', ofRule('rated')]);

  // A schedule that has already run does not run again, and one without permission does not run.
  const { iam } = createClients(cloud);
  const role = { RoleName: 'clock-dev-scheduler', PolicyName: 'clock-dev-scheduler' };
  await iam.deleteRolePolicy(role);
  moveTo(zulu('24T03:30'));
  const next = (await ran(cloud)).map(([name, outcome]) => `${name} ${outcome}`);
  expect(next.filter((one) => !one.startsWith('rated'))).toEqual([
    'early returned',
    'early returned',
    'full returned',
    'full forbidden',
    'nightly returned',
    'nightly forbidden',
    'once returned',
  ]);

  // The next deploy repairs it, and deletes what the code no longer contains.
  const kept = SOURCE.replace(/  @app.schedule\('at[\s\S]*?\n  \}\n/, '');
  writeFileSync(join(cwd, 'app.ts'), kept);
  await deploy();
  const count = (await cloud.deliveries()).length;
  moveTo(zulu('25T02:30'));
  const last = (await cloud.runSchedules().then(() => cloud.deliveries())).slice(count);
  expect(last.map(({ outcome }) => outcome)).not.toContain('forbidden');
  expect(last.filter(({ principal }) => principal.startsWith('scheduler'))).toHaveLength(2);
});
