// What the server and the worker that runs the application say to each other. Invocations and answers travel many at a
// time as rows of texts: copying a row costs a third of copying the object it stands for.
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
  readonly identity: GatewayIdentity;
  readonly apiFunction: FunctionFacts;
  /** By name in the application. */
  readonly functions: Readonly<Record<string, FunctionFacts>>;
};

/** The server knows a request by its slot and its number; numbers grow, slots are used again. */
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
];

/** The last element is why the result of the function is no answer; the ones between are missing then. */
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
  /** The bundle is there. */
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
  /** The module of the application threw while it was loaded. */
  | { readonly kind: 'broken'; readonly trace: string }
  /** An error that nothing caught ends the worker. */
  | { readonly kind: 'uncaught'; readonly trace: string }
  | { readonly kind: 'pong' }
  | { readonly kind: 'text'; readonly stream: 'out' | 'err'; readonly text: string };

// Neither a header nor a segment of a path can hold its separator.
const BETWEEN_HEADERS = '\n';
const BETWEEN_CAPTURES = '/';

/** The row of an invocation. */
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
  ];
}

/** The invocation of a row. */
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
  };
}

/** The row of the answer to an invocation. */
export function packAnswer([slot, number]: InvocationRow, answer: HttpAnswer): AnswerRow {
  return [slot, number, answer.status, answer.headers.join(BETWEEN_HEADERS), answer.body];
}

/** The answer of a row that has one. */
export function unpackAnswer(row: Extract<AnswerRow, { length: 5 }>): HttpAnswer {
  const [, , status, headers, body] = row;
  return { status, headers: headers.split(BETWEEN_HEADERS), body };
}
