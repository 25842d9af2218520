// CloudWatch Logs of the test cloud, tested with the SDK's client on what functions wrote.
import type { FilterLogEventsCommandInput } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Clients,
  createClients,
  createReadyFunction,
  createReadyRole,
  refusalOf,
} from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';

const logGroupName = '/aws/lambda/writer';

let cloud: TestCloud;
let logs: Clients['logs'];
beforeAll(async () => {
  cloud = await startTestCloud();
  const clients = createClients(cloud);
  ({ logs } = clients);
  const files = {
    'index.mjs':
      'export const handler = async (event) => { for (const line of event) process.stdout.write(line + "\\n"); };',
  };
  const role = await createReadyRole(clients);
  await createReadyFunction(clients, { FunctionName: 'writer', Role: role, files });
  const lines = ['alpha beta', 'beta gamma', 'alpha gamma delta', 'Alpha'];
  await clients.lambda.invoke({ FunctionName: 'writer', Payload: JSON.stringify(lines) });
});
afterAll(() => cloud.close());

async function filter(more: Partial<FilterLogEventsCommandInput> = {}): Promise<readonly string[]> {
  const { events } = await logs.filterLogEvents({ logGroupName, ...more });
  return (events ?? []).map(({ message = '' }) => message.replace(/ RequestId.*\n/s, '\n'));
}

test('events of a function come in the order it wrote them', async () => {
  expect(await filter()).toMatchInlineSnapshot(`
    [
      "INIT_START Runtime Version: nodejs:24.v1	Runtime Version ARN: arn:aws:lambda:us-east-1::runtime:0000000000000000000000000000000000000000000000000000000000000000
    ",
      "START
    ",
      "alpha beta
    ",
      "beta gamma
    ",
      "alpha gamma delta
    ",
      "Alpha
    ",
      "END
    ",
      "REPORT
    ",
    ]
  `);
  const { events } = await logs.filterLogEvents({ logGroupName, limit: 1 });
  expect(events?.[0]?.logStreamName).toMatch(/^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/);
  expect(events?.[0]?.eventId).toMatch(/^\d{56}$/);
});

test('patterns choose by terms, phrases, one of several, and what is not in an event', async () => {
  const own = async (filterPattern: string): Promise<readonly string[]> =>
    (await filter({ filterPattern })).map((message) => message.trim());
  expect({
    terms: await own('alpha gamma'),
    phrase: await own('"alpha beta"'),
    either: await own('?delta ?Alpha'),
    without: await own('alpha -beta'),
  }).toMatchInlineSnapshot(`
    {
      "either": [
        "alpha gamma delta",
        "Alpha",
      ],
      "phrase": [
        "alpha beta",
      ],
      "terms": [
        "alpha gamma delta",
      ],
      "without": [
        "alpha gamma delta",
      ],
    }
  `);
});

test('a page ends in a token, and the times of a query count', async () => {
  const first = await logs.filterLogEvents({ logGroupName, limit: 4 });
  expect(first.events).toHaveLength(4);
  const second = await logs.filterLogEvents({ logGroupName, limit: 4, nextToken: first.nextToken });
  const ids = [...(first.events ?? []), ...(second.events ?? [])].map(({ eventId }) => eventId);
  expect(new Set(ids).size).toBe(ids.length);
  const times = (first.events ?? []).map(({ timestamp = 0 }) => timestamp);
  expect(await filter({ endTime: (times[0] ?? 0) - 1 })).toEqual([]);
  expect((await filter({ startTime: times[0] })).length).toBe((await filter()).length);
});

test('groups and streams are listed, made and deleted', async () => {
  await logs.createLogGroup({ logGroupName: '/other' });
  const { logGroups } = await logs.describeLogGroups({});
  expect(logGroups?.map((group) => group.logGroupName)).toEqual([logGroupName, '/other']);
  const { logStreams } = await logs.describeLogStreams({ logGroupName });
  expect(logStreams).toHaveLength(1);
  const [{ logStreamName = '' } = {}] = logStreams ?? [];
  expect((await filter({ logStreamNames: [logStreamName] })).length).toBeGreaterThan(4);
  await logs.deleteLogGroup({ logGroupName: '/other' });
  expect(cloud.inventory()).not.toContain('log-group /other');
});

test('what the service rejects', async () => {
  const attempt = (more: Partial<FilterLogEventsCommandInput>): Promise<string> =>
    refusalOf(filter(more));
  expect({
    missing: await attempt({ logGroupName: '/aws/lambda/nobody' }),
    name: await attempt({ logGroupName: 'a b' }),
    range: await attempt({ startTime: 2, endTime: 1 }),
    limit: await attempt({ limit: 20_000 }),
    pattern: await attempt({ filterPattern: '"open' }),
    stream: await attempt({ logStreamNames: ['none'] }),
    token: await attempt({ nextToken: 'x' }),
    taken: await refusalOf(logs.createLogGroup({ logGroupName })),
    gone: await refusalOf(logs.deleteLogGroup({ logGroupName: '/none' })),
  }).toMatchInlineSnapshot(`
    {
      "gone": "ResourceNotFoundException 400 The specified log group does not exist.",
      "limit": "InvalidParameterException 400 1 validation error detected: Value '20000' at 'limit' failed to satisfy constraint: Member must have value less than or equal to 10000",
      "missing": "ResourceNotFoundException 400 The specified log group does not exist.",
      "name": "InvalidParameterException 400 1 validation error detected: Value 'a b' at 'logGroupName' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\.\\-_/#A-Za-z0-9]+",
      "pattern": "InvalidParameterException 400 Invalid filter pattern",
      "range": "InvalidParameterException 400 Specified time range is invalid.",
      "stream": "ResourceNotFoundException 400 The specified log stream does not exist.",
      "taken": "ResourceAlreadyExistsException 400 The specified log group already exists",
      "token": "InvalidParameterException 400 The specified nextToken is invalid.",
    }
  `);
});

test('a write deletes the events that are older than the retention of the group', async () => {
  let time = Date.now();
  const own = await startTestCloud({ timeScale: 0, now: () => time });
  const { logs: client } = createClients(own);
  const place = { logGroupName: '/kept', logStreamName: 'one' };
  await client.createLogGroup(place);
  await client.createLogStream(place);
  const write = (message: string) =>
    client.putLogEvents({ ...place, logEvents: [{ timestamp: Date.now(), message }] });
  const written = async () =>
    (await client.filterLogEvents(place)).events?.map(({ message }) => message);
  await write('a');
  time += 2 * 86_400_000;
  await write('b');
  expect(await written()).toEqual(['a', 'b']);
  await client.putRetentionPolicy({ ...place, retentionInDays: 1 });
  await write('c');
  expect(await written()).toEqual(['b', 'c']);
  await own.close();
});

test('a client writes a stream of its own and reads it both ways', async () => {
  const place = { logGroupName: '/own', logStreamName: 'one' };
  await logs.createLogGroup({ logGroupName: '/own' });
  const make = () => logs.createLogStream(place);
  await make();
  expect(await refusalOf(make())).toContain('ResourceAlreadyExistsException 400');
  const logEvents = ['a', 'b', 'c'].map((message, index) => ({ timestamp: 1000 + index, message }));
  await logs.putLogEvents({ ...place, logEvents });
  const back = logEvents.toReversed();
  expect(await refusalOf(logs.putLogEvents({ ...place, logEvents: back }))).toContain(
    'InvalidParameterException 400',
  );
  const page = async (nextToken?: string, startFromHead = true) => {
    const found = await logs.getLogEvents({ ...place, limit: 2, startFromHead, nextToken });
    return { ...found, texts: found.events?.map(({ message }) => message) };
  };
  const first = await page();
  const second = await page(first.nextForwardToken);
  const end = await page(second.nextForwardToken);
  expect([first.texts, second.texts, end.texts]).toEqual([['a', 'b'], ['c'], []]);
  expect(end.nextForwardToken).toBe(second.nextForwardToken);
  expect((await page(undefined, false)).texts).toEqual(['b', 'c']);
  expect((await page(second.nextBackwardToken)).texts).toEqual(['a', 'b']);
});
