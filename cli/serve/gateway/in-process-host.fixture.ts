// Runs a gateway and its functions in one process without sockets, for our conformance table.
// The same rules for admission, events and results apply as in `framework local`.
import { Writable } from 'node:stream';
import { addTo } from '../../../compiler/groups.js';
import { throughJson } from '../../../compiler/json-values.js';
import { within } from '../../program/time-limit.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { Authorize } from './authorization.js';
import { createGateway } from './gateway.js';
import { GATEWAY_TIMEOUT, timeoutError } from './gateway-errors.js';
import { createEventMaker, createLambdaContext, type FunctionFacts } from './proxy-event.js';
import { toAnswer } from './proxy-result.js';
import { createStreamReader } from './stream-result.js';
import type { GatewayIdentity, HttpAnswer, Invocation } from './request.js';

/** A function with the signature that Lambda calls. */
export type LambdaHandler = (event: unknown, context: unknown) => unknown;

/** A streaming function with the signature that Lambda calls. */
export type StreamingHandler = (
  event: unknown,
  responseStream: Writable,
  context: unknown,
) => Promise<void>;

export type InProcessHostOptions = {
  readonly manifest: Manifest;
  /** The API function. */
  readonly handler: LambdaHandler;
  /** The function of the streaming routes. */
  readonly stream?: StreamingHandler;
  /** The other functions, by name. */
  readonly functions?: Readonly<Record<string, LambdaHandler>>;
  /** Checks requests to routes with an authorizer. Without this function, every request is accepted. */
  readonly authorize?: Authorize;
  /** Returns the id of a valid API key. Without this function, no key is required. */
  readonly apiKeyId?: (key: string) => string | undefined;
  /** Overrides for the gateway's identity. */
  readonly identity?: Partial<GatewayIdentity>;
  /** The timeout of the functions in milliseconds; defaults to 29 seconds. */
  readonly timeout?: number;
};

export type HostRequest = {
  readonly method?: string;
  /** The path and the query string, still encoded. */
  readonly path: string;
  /** A list repeats the header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
};

export type HostAnswer = {
  readonly status: number;
  /** Values by lower-case name. Repeated headers are joined with a comma, as in `fetch`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns all values of a header. The name is case-insensitive. */
  readonly headerValues: (name: string) => readonly string[];
  readonly body: Uint8Array;
  readonly text: () => string;
  readonly json: () => unknown;
};

export type InProcessHost = {
  readonly request: (request: HostRequest) => Promise<HostAnswer>;
  /** Calls a Lambda function by name and resolves to its return value after JSON serialization. */
  readonly invoke: (name: string, event: unknown) => Promise<unknown>;
};

/** Serves an application in this process. It opens no resources, so it does not need to be closed. */
export function createInProcessHost(options: InProcessHostOptions): InProcessHost {
  const { manifest, timeout = GATEWAY_TIMEOUT } = options;
  const identity = { ...TEST_IDENTITY, ...options.identity };
  const gateway = createGateway({ ...options, identity });
  const toEvent = createEventMaker(identity);
  const facts = (functionName: string): FunctionFacts => ({
    ...identity,
    functionName,
    memorySize: 128,
    timeout,
  });

  const run = async (invocation: Invocation, isStreamed: boolean): Promise<HttpAnswer> => {
    const { requestId } = invocation;
    const started = Date.now();
    const context = createLambdaContext(
      facts(`${manifest.app.name}-test`),
      { requestId, started },
      Date.now,
    );
    // Lambda passes events as JSON, so the function and the caller share no objects.
    const event = throughJson(toEvent(invocation));
    try {
      if (isStreamed && options.stream)
        return (
          (await wholeStream(options.stream, { event, context, invocation })) ??
          gateway.error('integrationFailed', invocation)
        );
      const call = async (): Promise<{ readonly result: unknown }> => ({
        result: await options.handler(event, context),
      });
      const called = await within(Math.min(timeout, GATEWAY_TIMEOUT), call());
      if (!called) return gateway.error(timeoutError(timeout), invocation);
      const answer = toAnswer(called.result, invocation);
      return 'kind' in answer ? gateway.error('integrationFailed', invocation) : answer;
    } catch {
      // A function's error appears only in its log (docs/decisions/gateway-answers.md).
      return gateway.error('integrationFailed', invocation);
    }
  };

  return {
    request: async (request) => {
      const decision = await gateway.admit({
        method: request.method ?? 'GET',
        target: request.path,
        headers: Object.entries({ Host: 'test.localhost', ...request.headers }).flatMap(
          ([name, value]) =>
            (typeof value === 'string' ? [value] : value).flatMap((text) => [name, text]),
        ),
        body: request.body === undefined ? undefined : toBytes(request.body),
        sourceIp: '127.0.0.1',
        protocol: 'HTTP/1.1',
        time: Date.now(),
      });
      return toHostAnswer(
        decision.kind === 'answer'
          ? decision.answer
          : await run(decision.invocation, decision.isStreamed),
      );
    },
    invoke: async (name, event) => {
      const call = options.functions?.[name];
      if (!call) throw new RangeError(`there is no lambda function named ${name}`);
      const requestId = gateway.newId();
      const functionFacts = facts(`${manifest.app.name}-test-${name}`);
      const context = createLambdaContext(
        functionFacts,
        { requestId, started: Date.now() },
        Date.now,
      );
      return throughJson(await call(throughJson(event), context));
    },
  };
}

type StreamCall = {
  readonly event: unknown;
  readonly context: unknown;
  readonly invocation: Invocation;
};

/** Returns the complete streamed response; undefined if it is malformed. */
async function wholeStream(
  stream: StreamingHandler,
  { event, context, invocation }: StreamCall,
): Promise<HttpAnswer | undefined> {
  const reader = createStreamReader(invocation);
  const parts: Uint8Array[] = [];
  const malformed: unknown[] = [];
  const out = new Writable({
    write: (chunk: Buffer, _, done) => {
      const part = reader.read(chunk);
      if ('kind' in part) malformed.push(part);
      else parts.push(part);
      done();
    },
  });
  await stream(event, out, context);
  const head = reader.head();
  return malformed.length > 0 || !head ? undefined : { ...head, body: Buffer.concat(parts) };
}

const TEST_IDENTITY: GatewayIdentity = {
  stage: 'api',
  accountId: '123456789012',
  apiId: 'testapi',
  region: 'us-east-1',
  scheme: 'https',
  port: 443,
};

function toBytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

function toHostAnswer(answer: HttpAnswer): HostAnswer {
  const byName = new Map<string, string[]>();
  for (let index = 0; index + 1 < answer.headers.length; index += 2) {
    const name = (answer.headers[index] ?? '').toLowerCase();
    addTo(byName, name, answer.headers[index + 1] ?? '');
  }
  const body = toBytes(answer.body);
  const text = () => Buffer.from(body).toString('utf8');
  return {
    status: answer.status,
    headers: Object.fromEntries([...byName].map(([name, values]) => [name, values.join(', ')])),
    headerValues: (name) => byName.get(name.toLowerCase()) ?? [],
    body,
    text,
    json: () => JSON.parse(text()) as unknown, // because JSON.parse returns any
  };
}
