// A host with one route for each kind of authorizer, for tests of their rules.
import { createHash, createHmac } from 'node:crypto';
import type { AuthorizerEntry } from '../../../../runtime/contract/manifest.js';
import {
  createInProcessHost,
  type HostAnswer,
  type InProcessHost,
} from '../in-process-host.fixture.js';
import { manifestOf } from '../manifest-of.fixture.js';
import { createAuthorize } from './authorize.js';
import type { FunctionOutcome } from './custom.js';

const POOL = 'arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_AbCdEfGhI';
export const ISSUER: string = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEfGhI';
export const CHECK_ARN: string = 'arn:aws:lambda:us-east-1:123456789012:function:fixture-dev-check';
const AUTHORIZERS: AuthorizerEntry[] = [
  { kind: 'iam', name: 'IAM' },
  { kind: 'userPool', name: 'Pool', header: 'Authorization', providerArns: [POOL] },
  {
    kind: 'custom',
    name: 'Check',
    header: 'X-Token',
    authorizerUri: `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${CHECK_ARN}/invocations`,
  },
  {
    kind: 'userPool',
    name: 'Scoped',
    header: 'Authorization',
    providerArns: [POOL],
    scopes: ['orders/read', 'admin'],
  },
  {
    kind: 'custom',
    name: 'Always',
    header: 'X-Token',
    authorizerUri: `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${CHECK_ARN}/invocations`,
    ttl: 0,
  },
  {
    kind: 'custom',
    name: 'Foreign',
    header: 'X-Token',
    authorizerUri: 'arn:aws:lambda:us-east-1:123456789012:function:other',
  },
];

type World = { now: number; asked: unknown[]; outcome: (event: unknown) => FunctionOutcome };

export function createWorld(world: Partial<World> = {}): World & { host: InProcessHost } {
  const state: World = {
    now: Date.now(),
    asked: [],
    outcome: () => ({ kind: 'failed', message: 'not asked' }),
    ...world,
  };
  const host = createInProcessHost({
    manifest: manifestOf(
      [
        { path: '/iam/{x}', authorizer: 'IAM', methods: ['GET', 'POST'] },
        { path: '/pool', authorizer: 'Pool' },
        { path: '/custom', authorizer: 'Check', methods: ['GET', 'DELETE'] },
        { path: '/foreign', authorizer: 'Foreign' },
        { path: '/scoped', authorizer: 'Scoped' },
        { path: '/always', authorizer: 'Always' },
      ],
      { authorizers: AUTHORIZERS, functions: ['check'] },
    ),
    handler: (event) => ({ body: JSON.stringify(event) }),
    authorize: createAuthorize({
      functionNames: ['check'],
      functionPrefix: 'fixture-dev',
      invokeFunction: (name, event) => {
        state.asked.push({ name, event });
        return Promise.resolve(state.outcome(event));
      },
      now: () => state.now,
      credentials: { accessKeyId: 'local', secretAccessKey: 'secret' },
      accountId: '123456789012',
    }),
  });
  return Object.assign(state, { host });
}

/** Returns the essential part of a response: the error, or what the view learns about its caller. */
export function summary(answer: HostAnswer): unknown {
  if (answer.status !== 200) {
    return `${answer.status} ${answer.headers['x-amzn-errortype'] ?? ''} ${answer.text()}`;
  }
  const event = answer.json() as { requestContext: { authorizer?: unknown } }; // because the handler returns the event as its response
  return event.requestContext.authorizer;
}

/** The hash functions of the client. */
export class ClientSha256 {
  readonly #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined
        ? createHash('sha256')
        : createHmac('sha256', Buffer.from(secret as Uint8Array)); // because the signer passes bytes or text
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {
    throw new Error('used once');
  }
}
