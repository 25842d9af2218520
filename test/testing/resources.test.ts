// Declared resources and secrets on a developer's machine: the values of the variables, what can set them, and how tests
// replace them.
import { expect, test, vi } from 'vitest';
import { loadApp } from '../../cli/app/load-app.js';
import { events } from '../../cli/serve/testing/index.js';
import { Bucket, Queue, Table, Topic } from '../../runtime/index.js';
import { run } from '../support/run.js';
import { temporaryProject } from '../support/temporary-project.js';
import { openTestApp } from './support/built-testing.js';

const APP = `import { Bucket, Framework, Queue, Table, Topic } from 'framework';
import type { DynamodbRecord, S3Object, SnsMessage, SqsMessage } from 'framework';

export const app = new Framework({ appName: 'atlas' });
export const cities = new Table('cities', { key: 'id', stream: true });
export const arrivals = new Queue('arrivals');
export const others = new Queue('others');
export const news = new Topic('news');
export const photos = new Bucket('photos');

export class Views {
  @app.route('/places')
  places() {
    return [cities.name, cities.arn, arrivals.url, arrivals.name, news.arn, photos.name];
  }

  @app.onSqsMessage({ queue: arrivals })
  @app.onSqsMessage({ queue: others })
  arrived(message: SqsMessage) {
    return message.body;
  }

  @app.onDynamodbRecord({ table: cities })
  changed(record: DynamodbRecord) {
    return record.tableName;
  }

  @app.onSnsMessage({ topic: news })
  told(message: SnsMessage) {
    return message.message;
  }

  @app.onS3Event({ bucket: photos })
  added(object: S3Object) {
    return object.key;
  }
}
`;
const LOCAL = [
  'cities',
  'arn:aws:dynamodb:us-east-1:000000000000:table/cities',
  'https://sqs.us-east-1.amazonaws.com/000000000000/arrivals',
  'arrivals',
  'arn:aws:sns:us-east-1:000000000000:news',
  'photos',
];

const project = (more: Readonly<Record<string, string>> = {}): string =>
  temporaryProject({ 'app.ts': APP, ...more });

test('the variables hold the declared names, and every source is reached, one of several by the resource', async () => {
  const directory = project();
  const { client } = await openTestApp(directory);
  expect((await client.get('/places')).json()).toEqual(LOCAL);
  const { stdout } = await run('invoke --local --path /places', { cwd: directory });
  expect(JSON.parse(stdout)).toMatchObject({ body: LOCAL });
  const arrivals = new Queue('arrivals');
  expect(await client.sqs('arrived', arrivals).send('oslo')).toMatchObject({ failed: [] });
  expect(() => client.sqs('arrived', new Queue('arrivals.fifo'))).toThrow(
    'has no queue `arrivals.fifo`',
  );
  expect(await client.dynamodb('changed').change({ newImage: { id: 'a' } })).toMatchObject({
    error: undefined,
  });
  expect(await client.sns('told').publish('new')).toMatchObject({ error: undefined });
  expect(await client.s3('added').put('a.png')).toMatchObject({ error: undefined });
  // Sample events take a resource where they take a name.
  const sent = [
    ['arrived', events.sqs(['oslo'], { queue: new Queue('arrivals') })],
    [
      'changed',
      events.dynamodbStream([{ newImage: { id: 'a' } }], {
        table: new Table('cities', { key: 'id' }),
      }),
    ],
    ['told', events.sns([{ message: 'new' }], { topic: new Topic('news') })],
    ['added', events.s3(['a.png'], { bucket: new Bucket('photos') })],
  ] as const;
  for (const [name, event] of sent)
    await expect(client.invoke(name, event), name).resolves.not.toThrow();
  await expect(
    client.invoke('arrived', events.sqs(['oslo'], { queue: new Queue('elsewhere') })),
  ).rejects.toThrow('receives events of the queue');
});

test('a variable of this process, of .env and of the configuration wins', () => {
  const variablesOf = (files: Readonly<Record<string, string>>, own = {}): unknown =>
    loadApp({ directory: project(files), stage: 'dev', machine: { process: own } }).config
      ?.apiHandler.settings.environment_variables;
  const config = JSON.stringify({
    version: '2.0',
    stages: { dev: { environment_variables: { TABLE_CITIES: 'of-the-stage' } } },
  });
  expect(variablesOf({})).toMatchObject({ TABLE_CITIES: 'cities', BUCKET_PHOTOS: 'photos' });
  expect(variablesOf({}, { TABLE_CITIES: 'mine' })).toMatchObject({ TABLE_CITIES: 'mine' });
  expect(variablesOf({ '.env': 'TABLE_CITIES=of-the-file\n' })).toMatchObject({
    TABLE_CITIES: 'of-the-file',
  });
  expect(variablesOf({ '.framework/config.json': config })).toMatchObject({
    TABLE_CITIES: 'of-the-stage',
  });
});

test('an event has the name that the variable holds', async () => {
  vi.stubEnv('QUEUE_ARRIVALS_ARN', 'arn:aws:sqs:eu-west-1:123456789012:atlas-dev-arrivals');
  const opened = await openTestApp(project());
  const { failed, error } = await opened.client.sqs('arrived', new Queue('arrivals')).send('oslo');
  expect({ failed, error }).toEqual({ failed: [], error: undefined });
  vi.unstubAllEnvs();
});

const SECRETS = `import { Framework, parameter, secret } from 'framework';
export const app = new Framework({ appName: 'atlas' });
const stripe = secret('stripe-key');
const home = parameter('home/region');
export const values = app.route('/values')(async () => [await stripe(), await home()]);
`;

test('secrets and parameters come from the test, then from .env, for invoke too', async () => {
  const env = 'STRIPE_KEY="of the file"\nHOME_REGION=oslo\n';
  const directory = temporaryProject({ 'app.ts': SECRETS, '.env': env });
  const valuesWith = async (options: Parameters<typeof openTestApp>[1]): Promise<unknown> =>
    (await (await openTestApp(directory, options)).client.get('/values')).json();
  expect(await valuesWith({})).toEqual(['of the file', 'oslo']);
  const given = {
    secrets: { 'stripe-key': 'of the test' },
    parameters: { 'home/region': 'bergen' },
  };
  expect(await valuesWith({ secrets: given.secrets })).toEqual(['of the test', 'oslo']);
  expect(await valuesWith(given)).toEqual(['of the test', 'bergen']);
  expect(await valuesWith({ ...given, environment: { STRIPE_KEY: 'of the environment' } })).toEqual(
    ['of the environment', 'bergen'],
  );
  const { stdout } = await run('invoke --local --path /values', { cwd: directory });
  expect(JSON.parse(stdout)).toMatchObject({ body: ['of the file', 'oslo'] });
});

test('a secret without a value fails the view, and the log names the variable', async () => {
  const directory = temporaryProject({ 'app.ts': SECRETS });
  const { client, output } = await openTestApp(directory);
  const answer = await client.get('/values');
  expect(answer.status).toBe(500);
  expect(answer.text()).not.toContain('STRIPE_KEY');
  expect(output()).toMatch(/stripe-key.*STRIPE_KEY/);
});

test('secrets have no effect on an application that the test loads', async () => {
  const directory = temporaryProject({ 'app.ts': SECRETS });
  const load = () => Promise.resolve({});
  await expect(openTestApp(directory, { load, secrets: { 'stripe-key': 'x' } })).rejects.toThrow(
    '`secrets` has no effect with `load`: the application is part of the test and reads `process.env.STRIPE_KEY`.',
  );
});

test('a command that deploys has no such variables', () => {
  const { config } = loadApp({ directory: project(), stage: 'dev', isForDeploy: true });
  expect(config?.apiHandler.settings.environment_variables).toEqual({});
});
