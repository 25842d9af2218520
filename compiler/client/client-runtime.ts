// The part of the generated client that is the same for every application. It has no dependencies and runs wherever `fetch`
// exists.
import { hasEvents, streamRuntime, type StreamReading } from './stream-runtime.js';

const GENERAL_ERRORS = "ApiError<'FrameworkViewError'> | GatewayError";

export type ClientParts = {
  /** True if a route uses a provider's security scheme. */
  readonly hasAuth: boolean;
  readonly streams: ReadonlySet<StreamReading>;
};

export function clientRuntime({ hasAuth, streams }: ClientParts): string {
  return String.raw`/** An error response. ${'`'}Code${'`'} identifies the kind of error. */
export interface ApiError<Code extends string> {
  Code: Code;
  Message: string;
}

/** A problem with the input. */
export interface InputProblem {
  /** A JSON pointer that starts with /body, /query, /headers or /path. */
  at: string;
  /** The expected value. */
  expected: string;
  /** The JSON Schema keyword that is violated. */
  rule: string;
  /** The message that the type declares. */
  message?: string;
}

/** The error for input that does not match the types that the view declares. */
export interface InputError extends ApiError<'BadRequestError'> {
  Problems?: InputProblem[];
}

/** An error response from API Gateway itself. */
export interface GatewayError extends ApiError<'GatewayError'> {
  /** The body as received: parsed JSON or text. */
  Body: unknown;
}

export type Route = keyof Routes;

export type HeaderValues = Record<string, string | undefined>;

export interface ClientOptions {
  /** The URL of the API, including its stage: https://abc.execute-api.eu-west-1.amazonaws.com/api */
  baseUrl: string | URL;
  /** Headers to send with every call, for example a token. A function is called before each call. */
  headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>) | undefined;
${hasAuth ? AUTH_OPTION : ''}  /** The ${'`'}fetch${'`'} function to use; defaults to the global one. */
  fetch?: typeof globalThis.fetch | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

export type Input<R extends Route> = Routes[R]['input'] & CallOptions;

export type Success<R extends Route> = {
  [Status in keyof Routes[R]['answers']]: {
    ok: true;
    status: Status;
    value: Routes[R]['answers'][Status];
    headers: globalThis.Headers;
  }${hasEvents(streams) ? ' & EventsOf<R, Status>' : ''};
}[keyof Routes[R]['answers']];
${hasEvents(streams) ? EVENTS_OF : ''}
type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type NumberOf<Text> = Text extends ${'`'}${'$'}{infer Value extends number}${'`'} ? Value : never;

/** A status from 400 to 599. */
export type ErrorStatus = NumberOf<${'`'}${'$'}{4 | 5}${'$'}{Digit}${'$'}{Digit}${'`'}>;

/** The statuses that API Gateway itself may respond with. */
export type GatewayStatus = 400 | 401 | 403 | 413 | 415 | 429 | 500 | 502 | 503 | 504;

/** The error statuses for which the route declares no response. */
export type OtherStatus<R extends Route> = Exclude<ErrorStatus, keyof Routes[R]['failures']>;

/** ${'`'}error${'`'} is a body with a ${'`'}Code${'`'}; ${'`'}value${'`'} is any other body, ${'`'}unknown${'`'} if the route does not declare the status. */
export type Failure<R extends Route> =
  | {
      [Status in keyof Routes[R]['errors']]: {
        ok: false;
        status: Status;
        error: Routes[R]['errors'][Status];
        value?: undefined;
        headers: globalThis.Headers;
      };
    }[keyof Routes[R]['errors']]
  | {
      [Status in keyof Routes[R]['failures']]: {
        ok: false;
        status: Status;
        value: Routes[R]['failures'][Status];
        error?: undefined;
        headers: globalThis.Headers;
      };
    }[keyof Routes[R]['failures']]
  | {
      ok: false;
      status: OtherStatus<R> | GatewayStatus;
      error: ${GENERAL_ERRORS};
      value?: undefined;
      headers: globalThis.Headers;
    }
  | ([OtherStatus<R>] extends [never]
      ? never
      : {
          ok: false;
          status: OtherStatus<R>;
          value: unknown;
          error?: undefined;
          headers: globalThis.Headers;
        });

export type Answer<R extends Route> = Success<R> | Failure<R>;

/** Calls a route. Rejects if there is no response, for example if the connection breaks or the call is aborted. */
export type Client = <R extends Route>(
  route: R,
  ...input: Record<never, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>]
) => Promise<Answer<R>>;

export function createClient(options: ClientOptions): Client {
  const base = String(options.baseUrl).replace(/\/+$/, '');
  const call = async (route: string, input: AnyInput = {}): Promise<unknown> => {
    const [method = '', template = ''] = route.split(' ');
${
  hasAuth
    ? `    const shown = await headersOf(options, input);
    const query = await authorize(route, options.auth, [shown, input.query]);
    const { headers, body } = encode(route, shown, input.body);`
    : `    const { query } = input;
    const { headers, body } = encode(route, await headersOf(options, input), input.body);`
}
    const send = options.fetch ?? globalThis.fetch;
    const response = await send(base + pathOf(template, input.path) + queryOf(query), {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(input.signal ? { signal: input.signal } : {}),
    });
    return answerOf(route, response);
  };
  return call as Client;
}

type Values = Readonly<Record<string, unknown>>;

interface AnyInput {
  path?: Values;
  query?: Values;
  headers?: Values;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Returns the path with its captures filled in, each as a whole segment. */
function pathOf(template: string, values: Values = {}): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const text = String(values[name] ?? '');
    // A URL cannot contain these as a segment.
    if (text === '' || text === '.' || text === '..') {
      throw new TypeError(JSON.stringify(text) + ' cannot be the ' + name + ' of ' + template);
    }
    return encodeURIComponent(text);
  });
}

function queryOf(values: Values = {}): string {
  const text = formOf(values).toString();
  return text === '' ? '' : '?' + text;
}

/** A list repeats the name for each of its values; null and undefined are omitted. */
function formOf(values: Values): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (one !== undefined && one !== null) form.append(name, String(one));
    }
  }
  return form;
}

async function headersOf(options: ClientOptions, input: AnyInput): Promise<globalThis.Headers> {
  const { headers: own } = options;
  const headers = new globalThis.Headers();
  for (const values of [typeof own === 'function' ? await own() : own, input.headers]) {
    for (const [name, value] of Object.entries(values ?? {})) {
      if (value !== undefined && value !== null) headers.set(name, String(value));
    }
  }
  return headers;
}

interface Encoded {
  headers: globalThis.Headers;
  body: RequestInit['body'] | undefined;
}

function encode(route: string, headers: globalThis.Headers, body: unknown): Encoded {
  if (body === undefined) return { headers, body };
  const type = headers.get('content-type') ?? BODY_TYPES[route] ?? 'application/json';
  headers.set('content-type', type);
  if (/[/+]json\b/.test(type)) return { headers, body: JSON.stringify(body) };
  const isForm = /^application\/x-www-form-urlencoded\b/.test(type) && isMapping(body);
  return { headers, body: isForm ? formOf(body).toString() : (body as RequestInit['body']) };
}

function isMapping(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !(value instanceof URLSearchParams);
}

async function answerOf(route: string, response: globalThis.Response): Promise<unknown> {
  const { status, headers } = response;
${
  streams.size > 0
    ? `  const stream = streamOf(route, response);
  const value = stream?.value ?? (await valueOf(route.split(' ')[0] ?? '', response));
  if (status < 400) return { ok: true, status, ...stream, value, headers };`
    : `  const value = await valueOf(route.split(' ')[0] ?? '', response);
  if (status < 400) return { ok: true, status, value, headers };`
}
  if (!headers.has('x-amzn-errortype')) {
    const declared = VALUES[route] ?? [];
    const isDeclared = declared.includes(status) || declared.includes(0);
    const isError =
      isMapping(value) && typeof value['Code'] === 'string' && typeof value['Message'] === 'string';
    return isError && !isDeclared
      ? { ok: false, status, error: value, headers }
      : { ok: false, status, value, headers };
  }
  const message = isMapping(value) ? (value['message'] ?? value['Message']) : value;
  const Message = typeof message === 'string' && message !== '' ? message : 'Status ' + status;
  return { ok: false, status, error: { Code: 'GatewayError', Message, Body: value }, headers };
}

const TEXT_TYPE = ${String(TEXT_TYPE)};

/** Returns parsed JSON, text or bytes, according to the content type; undefined if there is no body or the text is empty. */
async function valueOf(method: string, response: globalThis.Response): Promise<unknown> {
  const type = (response.headers.get('content-type') ?? '').toLowerCase();
  if (method === 'HEAD' || [204, 205, 304].includes(response.status)) return undefined;
  if (type !== '' && !TEXT_TYPE.test(type)) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (!/[/+]json(?:;|$)/.test(type)) return text === '' ? undefined : text;
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    // A proxy may label its error page as JSON.
    if (response.status >= 400) return text;
    throw new TypeError('The response is not JSON, although its content type says so', { cause });
  }
}
${hasAuth ? AUTHORIZE : ''}${streams.size > 0 ? streamRuntime(streams) : ''}`;
}

const EVENTS_OF = `
/** For a route with server-sent events: the events with their ids and names, instead of only the data as in \`value\`. */
export type EventsOf<R extends Route, Status> = Routes[R] extends { events: infer Events }
  ? Status extends keyof Events
    ? { events: () => AsyncIterable<ServerSentEvent<Events[Status]>> }
    : unknown
  : unknown;
`;

const AUTH_OPTION = `  /** The caller's credentials, by security scheme. Each is sent only to routes that use its scheme. */
  auth?: Auth | undefined;
`;

const AUTHORIZE = String.raw`
/** A value, or a function that is called before each call. If it is ${'`'}undefined${'`'}, nothing is sent. */
export type Credential<Value> =
  | Value
  | undefined
  | (() => Value | undefined | Promise<Value | undefined>);

export interface BasicCredential {
  username: string;
  password: string;
}

/** Adds the credentials to the headers, unless the call sets the header itself, and returns the query with credentials. */
async function authorize(
  route: string,
  auth: Auth | undefined,
  [headers, query]: readonly [globalThis.Headers, Values | undefined],
): Promise<Values | undefined> {
  let shown = query;
  for (const name of SECURITY[route] ?? []) {
    const given = auth?.[name];
    const value = typeof given === 'function' ? await given() : given;
    const [place, key] = SCHEMES[name];
    if (value === undefined) continue;
    const text = typeof value === 'string' ? value : basicOf(value);
    if (place === 'query') shown = { ...shown, [key]: shown?.[key] ?? text };
    else if (place === 'cookie') headers.append('cookie', key + '=' + encodeURIComponent(text));
    else if (place === 'header') setNew(headers, key, text);
    else setNew(headers, 'authorization', key + ' ' + text);
  }
  return shown;
}

function setNew(headers: globalThis.Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}

function basicOf({ username, password }: BasicCredential): string {
  const bytes = new TextEncoder().encode(username + ':' + password);
  return btoa(String.fromCharCode(...bytes));
}
`;

export const TEXT_TYPE: RegExp =
  /^text\/|[/+](?:json|xml|yaml|javascript|x-www-form-urlencoded)(?:;|$)/;
