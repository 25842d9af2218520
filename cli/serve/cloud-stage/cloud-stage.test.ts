// The stage of `framework local --cloud`, with builds as the server creates them and a cloud in this process.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { LOCAL_PLACE } from '../../../runtime/contract/resources.js';
import { createClients, untilReady, zipOf } from '../local-cloud/clients.fixture.js';
import { startTestCloud } from '../local-cloud/start-test-cloud.fixture.js';
import type { TestCloud } from '../local-cloud/test-cloud.fixture.js';
import type { FunctionOutcome } from '../gateway/index.js';
import { type BuiltApp, createBuilder, type LocalBuild } from '../local/builder.js';
import { type CloudStage, createCloudStage } from './cloud-stage.js';
import { sampledTest } from '../../../test/support/sampled-test.js';

const test = sampledTest('the stage of the cloud', 3);

const ORDERS = `
export const order = app.onSqsBatch({ queue: orders, name: 'order' })(() => undefined);
`;
const QUEUE = "export const orders = new Queue('orders');";

function shop(...lines: readonly string[]): string {
  return [
    "import { Framework, Queue, secret, Table } from 'framework';",
    "export const app = new Framework({ appName: 'shop' });",
    ...lines,
    "export const index = app.route('/')(() => 'ok');",
  ].join('\n');
}

type Opened = {
  readonly stage: CloudStage;
  readonly write: (file: string, text: string) => void;
  readonly build: () => Promise<LocalBuild & { readonly built: BuiltApp | undefined }>;
  /** Returns what was printed since the last call, without the URL of the cloud. */
  readonly printed: () => readonly string[];
  readonly ran: readonly string[];
  readonly projectDirectory: string;
};

function startCloud(): Promise<TestCloud> {
  const own = { token: 'token', answer: () => undefined };
  return startTestCloud({ account: LOCAL_PLACE.account, own });
}

async function openCloud(): Promise<TestCloud> {
  const cloud = await startCloud();
  onTestFinished(() => cloud.close());
  return cloud;
}

function open(
  cloudOf: () => TestCloud | undefined,
  app: string,
  {
    call = () => ({ kind: 'returned', value: null }),
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'framework-stage-'))),
    token = 'token',
  }: { call?: (event: unknown) => FunctionOutcome; directory?: string; token?: string } = {},
): Opened {
  let lines: string[] = [];
  const ran: string[] = [];
  const stage = createCloudStage({
    connect: () => {
      const cloud = cloudOf();
      return Promise.resolve(cloud && { ...cloud, token });
    },
    isWatching: true,
    print: (line) => lines.push(line),
    onRun: ({ name, title }) => ran.push(`${name} for ${title}`),
  });
  const outDirectory = mkdtempSync(join(tmpdir(), 'framework-out-'));
  const builder = stage.follow(
    createBuilder({ directory, stage: 'dev', outDirectory, machine: {}, ...stage.reading }),
  );
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  };
  write('app.ts', app);
  stage.serve(
    (_, event) => Promise.resolve({ outcome: call(event), log: '', milliseconds: 1 }),
    () => undefined,
  );
  onTestFinished(async () => {
    stage.stop();
    await builder.dispose();
    for (const one of [directory, outDirectory]) rmSync(one, { recursive: true, force: true });
  });
  return {
    stage,
    write,
    build: async () => {
      let built: BuiltApp | undefined;
      const whole = await builder.build((one) => {
        built = one;
      });
      return { ...whole, built };
    },
    printed: () => {
      const taken = lines.map((line) => line.replace(cloudOf()?.url ?? '-', 'URL'));
      lines = [];
      return taken;
    },
    ran,
    projectDirectory: directory,
  };
}

const QUEUE_NAME = 'shop-dev-orders';

async function sendTo(cloud: TestCloud, ...bodies: readonly string[]): Promise<void> {
  const { sqs } = createClients(cloud);
  const QueueUrl = `${cloud.url}/${LOCAL_PLACE.account}/${QUEUE_NAME}`;
  for (const MessageBody of bodies) await sqs.sendMessage({ QueueUrl, MessageBody });
}

async function waiting(cloud: TestCloud): Promise<string | undefined> {
  const { Attributes } = await createClients(cloud).sqs.getQueueAttributes({
    QueueUrl: `${cloud.url}/${LOCAL_PLACE.account}/${QUEUE_NAME}`,
    AttributeNames: ['ApproximateNumberOfMessages'],
  });
  return Attributes?.['ApproximateNumberOfMessages'];
}

test('makes the resources, hands messages to the code here, and says which records failed', async () => {
  const cloud = await openCloud();
  const failing = { batchItemFailures: [] as { itemIdentifier: string }[] };
  const { build, printed, ran } = open(() => cloud, shop(QUEUE, ORDERS), {
    call: (event) => {
      const { Records } = event as { Records: { messageId: string; body: string }[] };
      const bad = Records.filter(({ body }) => body === 'bad');
      failing.batchItemFailures = bad.map(({ messageId }) => ({ itemIdentifier: messageId }));
      return { kind: 'returned', value: failing };
    },
  });
  const { app, diagnostics } = await build();
  expect(diagnostics).toEqual([]);
  expect(app).toBeDefined();
  expect(printed()).toEqual([
    'Cloud on URL: created policy of role shop-dev, created queue shop-dev-orders, 4 more steps',
  ]);
  expect(cloud.inventory().filter((one) => !one.startsWith('role'))).toEqual([
    'function shop-dev',
    'function shop-dev-order',
    expect.stringMatching(/^mapping .*order/) as unknown,
    'queue shop-dev-orders',
  ]);
  await sendTo(cloud, 'good', 'bad');
  const batches = await cloud.poll();
  expect(batches.flatMap(({ failed }) => failed)).toEqual(
    failing.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
  );
  expect(ran).toEqual(['order for queue orders']);
  expect(printed()).toEqual(['Ran order for queue orders (1 ms)']);
});

test('a build that changes nothing there makes no call', async () => {
  const cloud = await openCloud();
  const { build, write, printed } = open(() => cloud, shop(QUEUE, ORDERS));
  await build();
  printed();
  cloud.clearCalls();
  write('app.ts', shop(QUEUE, ORDERS.replace('undefined', '1')));
  expect((await build()).app).toBeDefined();
  expect(cloud.calls()).toEqual([]);
  expect(printed()).toEqual([]);
});

test('a table that is added is made, and one that leaves the source is kept and said once', async () => {
  const cloud = await openCloud();
  const { build, write, printed } = open(() => cloud, shop());
  await build();
  expect(printed()).toEqual(['Cloud on URL: created policy of role shop-dev, 2 more steps']);
  const table = "export const cities = new Table('cities', { key: 'id' });";
  write('app.ts', shop(table));
  const { built } = await build();
  expect(printed()).toEqual(['Cloud on URL: created table shop-dev-cities, 1 more step']);
  expect(await built?.cloud?.variablesOf('shop-dev')).toMatchObject({
    TABLE_CITIES: 'shop-dev-cities',
    AWS_ENDPOINT_URL: cloud.url,
  });
  write('app.ts', shop());
  await build();
  const kept =
    'No longer in the source, but kept in the cloud with their data: table shop-dev-cities';
  expect(printed()).toEqual(['Cloud on URL: 1 step', kept]);
  write('app.ts', shop(QUEUE));
  await build();
  expect(printed()).toEqual(['Cloud on URL: created queue shop-dev-orders, 1 more step']);
});

test('messages wait while the source has errors and after the end, and come when it is served again', async () => {
  const cloud = await openCloud();
  const { stage, build, ran } = open(() => cloud, shop(QUEUE, ORDERS));
  await build();
  stage.pause(true);
  const { lambda } = createClients(cloud);
  await expect
    .poll(async () => {
      const { Payload } = await lambda.invoke({ FunctionName: 'shop-dev-order' });
      return Payload?.transformToString();
    })
    .toContain('which is not running');
  const before = ran.length;
  await sendTo(cloud, 'one');
  await cloud.poll();
  expect([ran.length, await waiting(cloud)]).toEqual([before, '1']);
  await build();
  await cloud.poll();
  expect(ran.slice(before)).toEqual(['order for queue orders']);
  expect(await waiting(cloud)).toBe('0');
});

test('a deploy of the same stage runs events until the next save, and keeps its API', async () => {
  const cloud = await openCloud();
  const { stage, build, write, printed, ran } = open(() => cloud, shop(QUEUE, ORDERS));
  await build();
  printed();
  const { lambda } = createClients(cloud);
  const invoke = async (FunctionName: string): Promise<string | undefined> => {
    const { Payload } = await lambda.invoke({ FunctionName });
    return Payload?.transformToString();
  };
  expect(await invoke('shop-dev')).toContain('`framework local` serves the requests');
  printed();
  const text =
    'export const handler = async () => "deployed"; export { handler as function_order };';
  const ZipFile = zipOf({ 'index.mjs': text });
  for (const FunctionName of ['shop-dev', 'shop-dev-order']) {
    await lambda.updateFunctionCode({ FunctionName, ZipFile });
    await untilReady(lambda, FunctionName);
    expect(await invoke(FunctionName)).toBe('"deployed"');
  }
  await expect
    .poll(printed)
    .toEqual([
      '`framework deploy --local` has deployed order: its events run the deployed code until the next save.',
    ]);
  expect(stage.stored.all()).toMatchObject([{ name: QUEUE_NAME }]);
  const before = ran.length;
  write('app.ts', shop(QUEUE, ORDERS.replace('undefined', '1')));
  expect((await build()).diagnostics).toEqual([]);
  await sendTo(cloud, 'one');
  await cloud.poll();
  expect(ran.slice(before)).toEqual(['order for queue orders']);
  expect(await invoke('shop-dev')).toBe('"deployed"');
});

test('a call that the role may not make is printed once a build', async () => {
  const cloud = await openCloud();
  const { build, printed } = open(
    () => cloud,
    shop("export const cities = new Table('cities', { key: 'id' });"),
  );
  const { built } = await build();
  printed();
  const variables = await built?.cloud?.variablesOf('shop-dev');
  const { dynamodb } = createClients(cloud, variables?.['AWS_ACCESS_KEY_ID']);
  const put = (): Promise<unknown> =>
    dynamodb
      .putItem({ TableName: 'shop-dev-cities', Item: { id: { S: 'a' } } })
      .catch(() => undefined);
  await put();
  await put();
  await expect
    .poll(printed)
    .toEqual([
      expect.stringMatching(
        /^Denied: User: \S+\/shop-dev is not authorized to perform: dynamodb:PutItem on resource/,
      ),
    ]);
});

test('a table of somebody else is not touched: the build is broken and says so', async () => {
  const cloud = await openCloud();
  await createClients(cloud).dynamodb.createTable({
    TableName: 'shop-dev-cities',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
  const { build, write } = open(
    () => cloud,
    shop("export const cities = new Table('cities', { key: 'id' });"),
  );
  const { app, diagnostics } = await build();
  expect(app).toBeUndefined();
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
    { message: expect.stringContaining('`shop-dev-cities` already exists') as unknown },
  ]);
  write('app.ts', shop());
  expect((await build()).app).toBeDefined();
});

test('when the cloud ends it is said, and its next one gets the resources again', async () => {
  let cloud: TestCloud | undefined = await startCloud();
  const { build, printed } = open(() => cloud, shop(QUEUE, ORDERS));
  const { inputs, built } = await build();
  printed();
  expect(inputs.changed()).toEqual([]);
  const { url } = cloud;
  await cloud.close();
  cloud = undefined;
  await expect
    .poll(printed)
    .toEqual([
      'The cloud has stopped. Requests are still handled; calls to the cloud fail. When it runs again, its resources are created again.',
    ]);
  expect(inputs.changed()).toEqual([]);
  // A process that starts now does not look for another cloud.
  expect(await built?.cloud?.variablesOf('shop-dev')).toMatchObject({ AWS_ENDPOINT_URL: url });
  const again = await openCloud();
  cloud = again;
  await expect.poll(inputs.changed, { timeout: 5000 }).toEqual(['the cloud']);
  const next = await build();
  expect(next.app).toBeDefined();
  expect(next.inputs.changed()).toEqual([]);
  expect(printed()).toMatchObject([expect.stringContaining('created queue shop-dev-orders')]);
  expect(await next.built?.cloud?.variablesOf('shop-dev')).toMatchObject({
    AWS_ENDPOINT_URL: again.url,
  });
});

test('a build is broken when the cloud does not let its functions be attached', async () => {
  const cloud = await openCloud();
  const { build } = open(() => cloud, shop(QUEUE, ORDERS), { token: 'other' });
  const { app, diagnostics } = await build();
  expect(app).toBeUndefined();
  expect(diagnostics).toMatchObject([
    { severity: 'error', message: expect.stringContaining('refused to attach') as unknown },
  ]);
});

test('a second one of the same project gets the events, and the first says so', async () => {
  const cloud = await openCloud();
  const first = open(() => cloud, shop(QUEUE, ORDERS));
  await first.build();
  first.printed();
  const second = open(() => cloud, shop(QUEUE, ORDERS), { directory: first.projectDirectory });
  await second.build();
  expect(second.printed()).toEqual([]);
  await expect
    .poll(first.printed)
    .toEqual([
      expect.stringMatching(
        /^Another `framework local --cloud` now receives the events of the stage dev/,
      ),
    ]);
  // Saving a file affects both.
  first.write(
    'app.ts',
    shop(QUEUE, ORDERS, "export const other = new Table('other', { key: 'id' });"),
  );
  await first.build();
  await second.build();
  await sendTo(cloud, 'one');
  await cloud.poll();
  expect([first.ran, second.ran]).toEqual([[], ['order for queue orders']]);
  first.printed();
  second.stage.stop();
  await expect
    .poll(first.printed)
    .toEqual(['The other one has stopped: the events of the stage dev are received here again.']);
  await expect
    .poll(async () => {
      await sendTo(cloud, 'two');
      await cloud.poll();
      return first.ran.length;
    })
    .toBeGreaterThan(0);
});

test('secrets come from the cloud when all are set there, and else from .env', async () => {
  const cloud = await openCloud();
  const { build, write, printed } = open(
    () => cloud,
    shop("const key = secret('stripe-key');", "export const pay = app.route('/pay')(() => key());"),
  );
  write('.env', 'STRIPE_KEY=local');
  const { built } = await build();
  expect(printed().at(-1)).toBe(
    'Secrets and parameters are read from .env: the cloud has no value for stripe-key (`framework secret set stripe-key --local`).',
  );
  const path = 'FRAMEWORK_PARAMETERS';
  expect(await built?.cloud?.variablesOf('shop-dev')).not.toHaveProperty(path);
  await createClients(cloud).ssm.putParameter({
    Name: '/shop/dev/stripe-key',
    Value: 'x',
    Type: 'SecureString',
  });
  const next = await build();
  expect(printed().at(-1)).toBe('Secrets and parameters are read from the cloud.');
  expect(await next.built?.cloud?.variablesOf('shop-dev')).toHaveProperty(path, '/shop/dev/');
});

test('with role_per_function each function has the rights of its own role', async () => {
  const cloud = await openCloud();
  const { build, write } = open(() => cloud, shop(QUEUE, ORDERS));
  const stages = { dev: { api_gateway_stage: 'api', role_per_function: true } };
  write('.framework/config.json', JSON.stringify({ version: '2.0', app_name: 'shop', stages }));
  const { built, diagnostics } = await build();
  expect(diagnostics).toEqual([]);
  expect(built?.cloud?.isApart).toBe(true);
  const keyOf = async (name: string): Promise<string | undefined> =>
    (await built?.cloud?.variablesOf(name))?.['AWS_ACCESS_KEY_ID'];
  expect(await keyOf('shop-dev')).not.toBe(await keyOf('shop-dev-order'));
  expect(cloud.inventory()).toContain('role shop-dev-order');
});
