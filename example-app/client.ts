// The client of city-guide. Made by `framework client`: do not edit it, run the command again.

/* eslint-disable */

export interface City {
  id: string;
  name: string;
  /** Two letters, ISO 3166. */
  country: string;
  population: number;
  tags: string[];
}

export interface NewCity {
  name: string;
  /** Two letters, ISO 3166. */
  country: string;
  population: number;
  tags?: string[];
}

/** The input and the responses of each route, by method and path. */
export interface Routes {
  'GET /': {
    input: {
      headers?: HeaderValues | undefined;
    };
    answers: {
      200: { name: string; cities: number; try: string[] };
    };
    failures: Record<never, never>;
    errors: Record<never, never>;
  };
  /** `?tag=coffee` selects cities by tag, and `?limit=2` limits how many are returned. */
  'GET /cities': {
    input: {
      query?: { tag?: string | undefined; limit?: number | undefined } | undefined;
      headers?: HeaderValues | undefined;
    };
    answers: {
      200: { cities: City[]; total: number };
    };
    failures: Record<never, never>;
    errors: {
      400: InputError;
    };
  };
  'POST /cities': {
    input: {
      headers?: HeaderValues | undefined;
      body: NewCity;
    };
    answers: {
      201: City;
    };
    failures: Record<never, never>;
    errors: {
      400: InputError;
      409: ApiError<'ConflictError'>;
    };
  };
  'DELETE /cities/{id}': {
    input: {
      path: { id: string };
      headers?: HeaderValues | undefined;
    };
    answers: {
      204: undefined;
    };
    failures: Record<never, never>;
    errors: {
      404: ApiError<'NotFoundError'>;
    };
  };
  'GET /cities/{id}': {
    input: {
      path: { id: string };
      headers?: HeaderValues | undefined;
    };
    answers: {
      200: City;
    };
    failures: Record<never, never>;
    errors: {
      404: ApiError<'NotFoundError'>;
    };
  };
  'PUT /cities/{id}': {
    input: {
      path: { id: string };
      headers?: HeaderValues | undefined;
      body: NewCity;
    };
    answers: {
      200: {
        id: string;
        name: string;
        /** Two letters, ISO 3166. */
        country: string;
        population: number;
        tags: string[];
      };
    };
    failures: Record<never, never>;
    errors: {
      400: InputError;
      404: ApiError<'NotFoundError'>;
    };
  };
  'GET /cities/{id}/photo': {
    input: {
      path: { id: string };
      headers?: HeaderValues | undefined;
    };
    answers: {
      200: Uint8Array;
    };
    failures: Record<never, never>;
    errors: {
      404: ApiError<'NotFoundError'>;
    };
  };
  'PUT /cities/{id}/photo': {
    input: {
      path: { id: string };
      headers?: HeaderValues | undefined;
      body?: Uint8Array | ArrayBuffer | Blob | string | undefined;
    };
    answers: {
      200: { id: string; bytes: number };
    };
    failures: Record<never, never>;
    errors: {
      400: ApiError<'BadRequestError'>;
      404: ApiError<'NotFoundError'>;
    };
  };
  'GET /cities/{id}/reviews': {
    input: {
      path: { id: string };
      headers?: HeaderValues | undefined;
    };
    answers: {
      200: { reviews: string[] };
    };
    failures: Record<never, never>;
    errors: {
      404: ApiError<'NotFoundError'>;
      422: ApiError<'UnprocessableEntityError'>;
    };
  };
  'OPTIONS /cities/{id}/reviews': {
    input: {
      path: { id: string };
      headers?: HeaderValues | undefined;
    };
    answers: {
      204: undefined;
    };
    failures: Record<never, never>;
    errors: Record<never, never>;
  };
  'POST /cities/{id}/reviews': {
    input: {
      path: { id: string };
      headers?: HeaderValues | undefined;
      body?: unknown;
    };
    answers: {
      200: { reviews: string[] };
    };
    failures: Record<never, never>;
    errors: {
      400: ApiError<'BadRequestError'>;
      404: ApiError<'NotFoundError'>;
      422: ApiError<'UnprocessableEntityError'>;
    };
  };
  /** Describes a walk through the city, word by word. */
  'GET /cities/{id}/walk': {
    input: {
      path: { id: string };
      headers?: HeaderValues | undefined;
    };
    answers: {
      200: AsyncIterable<string>;
    };
    failures: Record<never, never>;
    errors: {
      404: ApiError<'NotFoundError'>;
    };
  };
  'GET /dump': {
    input: {
      headers?: HeaderValues | undefined;
    };
    answers: {
      200: unknown;
    };
    failures: Record<never, never>;
    errors: Record<never, never>;
  };
  /** Our other services sign their requests. */
  'GET /internal/caller': {
    input: {
      headers?: HeaderValues | undefined;
    };
    answers: {
      200: { caller: string | null };
    };
    failures: Record<never, never>;
    errors: Record<never, never>;
  };
  /** Members send `Authorization: Bearer <token>`, which `functions/token-check.ts` checks. */
  'GET /members/greeting': {
    input: {
      headers?: HeaderValues | undefined;
    };
    answers: {
      200: { message: string };
    };
    failures: Record<never, never>;
    errors: Record<never, never>;
  };
  /** Partners send their key in `X-Api-Key`. */
  'GET /partners/cities': {
    input: {
      headers?: HeaderValues | undefined;
    };
    answers: {
      200: { id: string; name: string }[];
    };
    failures: Record<never, never>;
    errors: Record<never, never>;
  };
  'GET /status': {
    input: {
      headers?: HeaderValues | undefined;
    };
    answers: {
      200: { guide?: string; cities: number };
    };
    failures: Record<never, never>;
    errors: Record<never, never>;
  };
}

/** An error; `Code` tells errors apart. */
export interface ApiError<Code extends string> {
  Code: Code;
  Message: string;
}

/** A problem of the input. */
export interface InputProblem {
  /** JSON pointer that begins with /body, /query, /headers or /path. */
  at: string;
  /** The expected value. */
  expected: string;
  /** The JSON Schema keyword that is violated. */
  rule: string;
  /** The message that the type declares. */
  message?: string;
}

/** The input is not what the view declares. */
export interface InputError extends ApiError<'BadRequestError'> {
  Problems?: InputProblem[];
}

/** A response of API Gateway itself. */
export interface GatewayError extends ApiError<'GatewayError'> {
  /** The body as received: parsed JSON, or text. */
  Body: unknown;
}

export type Route = keyof Routes;

export type HeaderValues = Record<string, string | undefined>;

export interface ClientOptions {
  /** The URL of the API, with its stage: https://abc.execute-api.eu-west-1.amazonaws.com/api */
  baseUrl: string | URL;
  /** Headers of every call, for example a token; a function is asked before each call. */
  headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>) | undefined;
  /** In place of the global `fetch`. */
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
  };
}[keyof Routes[R]['answers']];

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type NumberOf<Text> = Text extends `${infer Value extends number}` ? Value : never;

/** 400 to 599. */
export type ErrorStatus = NumberOf<`${4 | 5}${Digit}${Digit}`>;

/** The statuses with which API Gateway may answer for a route. */
export type GatewayStatus = 400 | 401 | 403 | 413 | 415 | 429 | 500 | 502 | 503 | 504;

/** The statuses for which the route declares no value. */
export type OtherStatus<R extends Route> = Exclude<ErrorStatus, keyof Routes[R]['failures']>;

/** `error` has a `Code`; `value` is any other body, `unknown` for a status that the route does not declare. */
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
      error: ApiError<'FrameworkViewError'> | GatewayError;
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

/** Calls a route. It rejects when there is no answer: a broken connection, an aborted call. */
export type Client = <R extends Route>(
  route: R,
  ...input: Record<never, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>]
) => Promise<Answer<R>>;

export function createClient(options: ClientOptions): Client {
  const base = String(options.baseUrl).replace(/\/+$/, '');
  const call = async (route: string, input: AnyInput = {}): Promise<unknown> => {
    const [method = '', template = ''] = route.split(' ');
    const { query } = input;
    const { headers, body } = encode(route, await headersOf(options, input), input.body);
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

/** The path with its captures, each a whole segment. */
function pathOf(template: string, values: Values = {}): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const text = String(values[name] ?? '');
    // A URL cannot hold these as a segment.
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

/** A list repeats its name; what is not there is left out. */
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
  const stream = streamOf(route, response);
  const value = stream?.value ?? (await valueOf(route.split(' ')[0] ?? '', response));
  if (status < 400) return { ok: true, status, ...stream, value, headers };
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

const TEXT_TYPE = /^text\/|[/+](?:json|xml|yaml|javascript|x-www-form-urlencoded)(?:;|$)/;

/** Parsed JSON, text or bytes, as the content type says; undefined for an empty body. */
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
    // An error page of a proxy may call itself JSON.
    if (response.status >= 400) return text;
    throw new TypeError('The answer is not JSON, although it says so', { cause });
  }
}

interface Streamed {
  value: AsyncIterable<unknown>;
  events?: () => AsyncIterable<unknown>;
}

/** The body as a stream; undefined when the route does not stream this answer. */
function streamOf(route: string, response: globalThis.Response): Streamed | undefined {
  const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(/\s*;/);
  const known = STREAMS[route] ?? {};
  const statuses = [response.status, 'default'];
  const names = [type, '*/*'].flatMap((one) => statuses.map((status) => status + ' ' + one));
  const found = names.find((name) => name in known) ?? '';
  const reading = known[found];
  if (reading === 'text') return { value: textsOf(response) };
  return undefined;
}

/** The text of the chunks. A character may be split between two of them. */
async function* textsOf(response: globalThis.Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of chunksOf(response)) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

async function* chunksOf(response: globalThis.Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) {
    // A platform whose `fetch` has no streams gives the whole body.
    yield new Uint8Array(await response.arrayBuffer());
    return;
  }
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** The content types of bodies that are not JSON. */
const BODY_TYPES: Readonly<Record<string, string>> = {
  'PUT /cities/{id}/photo': 'image/png',
};

/** The statuses whose bodies are values of the application and no errors with a `Code`; 0 is any. */
const VALUES: Readonly<Record<string, readonly number[]>> = {};

/** How a body is read as a stream, by its status and content type. */
const STREAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /cities/{id}/walk': { '200 text/plain': 'text' },
};
