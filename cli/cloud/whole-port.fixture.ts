// A stage in the test cloud, called with the permissions in the deployer's policy, for the port tests.
import { zipSync } from 'fflate';
import { startTestCloud } from '../serve/local-cloud/start-test-cloud.fixture.js';
import type { TestCloud } from '../serve/local-cloud/test-cloud.fixture.js';
import { eventsOf, every } from '../ship/deploy/event-sources.fixture.js';
import type { DeployerScope } from '../ship/stage/deployer-scope.js';
import {
  bucketOf,
  queueOf,
  tableOf,
  topicOf,
} from '../ship/resources/declared/resources.fixture.js';
import { CALL_ACTIONS, PORTS } from './ports.js';
import type { CallActions } from './service.js';
import { isCloudError } from './cloud-error.js';
import type { Cloud } from './cloud.js';
import { connect } from './connect.js';
import type { FunctionSettings } from './services/lambda-function.js';

export const NAME = 'helloworld-dev';
export const tags = { 'cloud-framework': 'version=0.7.0:stage=dev:app=helloworld', team: 'a' };
export const trust = {
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'Lambda',
      Effect: 'Allow',
      Principal: { Service: 'lambda.amazonaws.com' },
      Action: ['sts:AssumeRole'],
    },
  ],
} as const;
export const policy = {
  Version: '2012-10-17',
  Statement: [
    { Sid: 'Logs', Effect: 'Allow', Action: ['logs:PutLogEvents'], Resource: ['*'] },
    { Sid: 'Sources', Effect: 'Allow', Action: ['sqs:*', 'kinesis:*'], Resource: ['*'] },
  ],
} as const;
export const zipOf = (text: string): Uint8Array => zipSync({ 'index.mjs': Buffer.from(text) });
export const DOMAIN = 'api.example.com';
export const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b';
export const scope: DeployerScope = {
  app: 'helloworld',
  stage: 'dev',
  region: 'us-east-1',
  functions: [NAME],
  roles: [NAME],
  hasApi: true,
  api: {
    api_gateway_custom_domain: { domain_name: DOMAIN, certificate_arn: CERTIFICATE },
    api_keys: { partner: {} },
  },
  givenRoles: [],
  settings: [{ log_retention_in_days: 14 }],
  events: eventsOf({
    report: [
      every('rate(1 hour)'),
      every('rate(1 hour)', { timezone: 'Europe/Berlin' }),
      { kind: 'sns', topic: { text: 'alerts' } },
      { kind: 's3', bucket: { text: 'uploads' }, events: [], delivery: 'notification' },
    ],
  }),
  resources: [tableOf('cities'), queueOf('arrivals'), topicOf('news'), bucketOf('photos')],
  sources: [
    { kind: 'queue', name: 'orders', arn: undefined },
    { kind: 'table', name: 'Orders', arn: undefined },
    { kind: 'stream', name: 'clicks', arn: undefined },
  ],
  hasParameters: true,
};

export type OpenedPort = { readonly testCloud: TestCloud; readonly cloud: Cloud };

export async function openPort(): Promise<OpenedPort> {
  const testCloud = await startTestCloud();
  const signal = new AbortController().signal;
  return { testCloud, cloud: connect({ environment: testCloud.environment, signal }) };
}

export async function closePort({ testCloud, cloud }: OpenedPort): Promise<void> {
  cloud.close();
  await testCloud.close();
}

/** The services that the function and its API use; all other services are event sources. */
const OF_THE_API: ReadonlySet<string> = new Set(['iam', 'lambda', 'apiGateway', 'logs', 'sts']);

/** Returns the settings of the function in these tests. */
export function settingsOf(role: string): FunctionSettings {
  return {
    role,
    runtime: 'nodejs24.x',
    handler: 'index.handler',
    timeout: 10,
    memorySize: 128,
    environment: { STAGE: 'dev' },
    vpc: undefined,
    layers: [],
    ephemeralStorage: 512,
    tracing: false,
  };
}

/** Wraps the port and records the names of its calls, such as `lambda.getFunction`. */
export function watchCalls(of: Cloud, called: Set<string>): Cloud {
  const watch = <Calls extends object>(service: string, calls: Calls): Calls =>
    new Proxy(calls, {
      get: (target, name, receiver) => {
        called.add(`${service}.${String(name)}`);
        return Reflect.get(target, name, receiver) as unknown; // because the member can be any call
      },
    });
  const watched = PORTS.map(({ name }) => [name, watch(name, of[name])] as const);
  return { ...of, ...Object.fromEntries(watched) };
}

/** Matches the names of the resources in calls for declared resources. */
const DECLARED = /^(?:tables?|queues?|own-topic|own-bucket|buckets)$/;

/**
 * Returns the calls for the function and its API, for event sources, or for declared resources. Only the last group includes
 * deletions.
 */
export function namesOfCalls(part: 'api' | 'sources' | 'resources'): readonly string[] {
  const uses: readonly CallActions['use'][] =
    part === 'resources' ? ['read', 'write', 'remove'] : ['read', 'write', 'logs'];
  const isPart = (service: string, { permissions }: CallActions): boolean => {
    const isDeclared = permissions.some(({ resource }) => DECLARED.test(resource));
    if (part === 'resources') return isDeclared;
    return !isDeclared && OF_THE_API.has(service) === (part === 'api');
  };
  return Object.entries(CALL_ACTIONS).flatMap(([service, calls]) =>
    Object.entries(calls).flatMap(([name, call]) =>
      uses.includes(call.use) && isPart(service, call) ? [`${service}.${name}`] : [],
    ),
  );
}

export async function whileNotReady<Result>(create: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await create();
    } catch (error) {
      if (!isCloudError(error, 'role-not-ready')) throw error;
    }
  }
}

export async function untilReady(look: Cloud['lambda']['getFunctionConfiguration']): Promise<void> {
  while ((await look(NAME))?.progress.kind !== 'ready');
}
