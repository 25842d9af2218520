// The messages between the server and the worker. Invocations and answers are rows of texts, many in one message,
// because copying a row costs a third of copying an object.
import type {
  FunctionFacts,
  FunctionOutcome,
  GatewayIdentity,
  HttpAnswer,
  Invocation,
} from '../gateway/index.js';

/** What a worker loads. */
export type WorkerSetup = {
  /** File URL of the built `index.mjs`. */
  readonly bundle: string;
  /** Environment variables that were not known when the worker was started. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly identity: GatewayIdentity;
  readonly apiFunction: FunctionFacts;
  /** The functions by their name in the application. */
  readonly functions: Readonly<Record<string, FunctionFacts>>;
};

/** An invocation. Slot and number identify its request; numbers grow, and slots are used again. */
export type InvocationRow = readonly [
  slot: number,
  number: number,
  requestId: string,
  resource: string,
  method: string,
  path: string,
  query: string,
  headers: string,
  captures: string,
  sourceIp: string,
  protocol: string,
  time: number,
  body: Uint8Array | undefined,
  access: Invocation['access'],
  provided: Invocation['provided'],
];

/**
 * The row of an answer. When the result of the function is malformed, the last element is the reason, and the elements
 * between are missing.
 */
export type AnswerRow =
  | readonly [
      slot: number,
      number: number,
      status: number,
      headers: string,
      body: string | Uint8Array,
    ]
  | readonly [slot: number, number: number, reason: string];

export type ToWorker =
  /** The worker may read modules that the bundle will load: file URLs of modules without side effects. */
  | { readonly kind: 'prepare'; readonly modules: readonly string[] }
  /** The bundle has been written. */
  | { readonly kind: 'load'; readonly setup: WorkerSetup }
  | { readonly kind: 'invoke'; readonly rows: readonly InvocationRow[] }
  | {
      readonly kind: 'call';
      readonly number: number;
      readonly name: string;
      readonly event: unknown;
    }
  | { readonly kind: 'ping' };

export type FromWorker =
  | { readonly kind: 'answers'; readonly rows: readonly AnswerRow[] }
  | { readonly kind: 'called'; readonly number: number; readonly outcome: FunctionOutcome }
  | { readonly kind: 'ready' }
  /** The application's module threw an exception while it was loaded. */
  | { readonly kind: 'broken'; readonly trace: string }
  /** An error that nothing caught; it ends the worker. */
  | { readonly kind: 'uncaught'; readonly trace: string }
  | { readonly kind: 'pong' }
  | { readonly kind: 'text'; readonly stream: 'out' | 'err'; readonly text: string };

/**
 * How many rows wait for others of the same turn of the event loop. More of them would let server and worker take turns:
 * one would rest while the other works through all that it was sent.
 */
export const MOST_WAITING = 4;

// The separator of headers, and of path segments; neither can contain it.
const BETWEEN_HEADERS = '\n';
const BETWEEN_CAPTURES = '/';

/** Makes the row of an invocation. */
export function packInvocation(
  slot: number,
  number: number,
  invocation: Invocation,
): InvocationRow {
  const { requestId, resource, method, path, query, sourceIp, protocol, time } = invocation;
  return [
    slot,
    number,
    requestId,
    resource,
    method,
    path,
    query,
    invocation.headers.join(BETWEEN_HEADERS),
    invocation.captures.join(BETWEEN_CAPTURES),
    sourceIp,
    protocol,
    time,
    invocation.body,
    invocation.access,
    invocation.provided,
  ];
}

/** Reads the row of an invocation. */
export function unpackInvocation(row: InvocationRow): Invocation {
  const [
    ,
    ,
    requestId,
    resource,
    method,
    path,
    query,
    headers,
    captures,
    sourceIp,
    protocol,
    time,
    body,
    access,
    provided,
  ] = row;
  return {
    requestId,
    resource,
    method,
    path,
    query,
    headers: headers === '' ? [] : headers.split(BETWEEN_HEADERS),
    captures: captures === '' ? [] : captures.split(BETWEEN_CAPTURES),
    sourceIp,
    protocol,
    time,
    body,
    access,
    ...(provided && { provided }),
  };
}

/** Makes the row of an answer. */
export function packAnswer([slot, number]: InvocationRow, answer: HttpAnswer): AnswerRow {
  return [slot, number, answer.status, answer.headers.join(BETWEEN_HEADERS), answer.body];
}

/** Reads the row of an answer. */
export function unpackAnswer(row: Extract<AnswerRow, { length: 5 }>): HttpAnswer {
  const [, , status, headers, body] = row;
  return { status, headers: headers.split(BETWEEN_HEADERS), body };
}
