// The streams of the generated client: how it parses bytes, however they are split, and how a call ends early.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerBody, ApiDescription, Operation } from '../../compiler/api/api-description.js';
import { clientText } from '../../compiler/client/client-text.js';
import type { Type } from '../../compiler/declarations/declared-type.js';
import { EVENT_CASES } from '../support/event-stream-cases.js';
import { createRandom } from '../support/random.js';
import { type Answered, type Call, loadClient } from './guide.fixture.js';

const TEXT: Type = { kind: 'text' };
const COUNT: Type = {
  kind: 'object',
  properties: [{ name: 'n', type: { kind: 'number' }, isOptional: false }],
};

const EVENTS = 'text/event-stream';
const LINES = 'application/x-ndjson';

/** The routes, by what they stream. */
const BODIES = {
  '/json': { mediaType: EVENTS, type: COUNT, stream: 'sse' },
  '/text': { mediaType: EVENTS, type: TEXT, stream: 'sse' },
  '/either': { mediaType: EVENTS, type: { kind: 'unknown' }, stream: 'sse' },
  '/lines': { mediaType: LINES, type: COUNT, stream: 'ndjson' },
  '/raw': { mediaType: 'text/plain', type: TEXT, stream: 'text' },
  '/bytes': { mediaType: 'video/mp4', type: { kind: 'bytes' }, stream: 'bytes' },
  '/any': { mediaType: '*/*', type: { kind: 'unknown' }, stream: 'any' },
} as const satisfies Readonly<Record<string, AnswerBody>>;

function operationOf([path, body]: readonly [string, AnswerBody]): Operation {
  return {
    path,
    method: 'GET',
    id: path.slice(1),
    tags: [],
    documentation: {},
    captures: [],
    query: [],
    headers: [],
    body: undefined,
    answers: [{ status: 200, description: 'OK', bodies: [body], errors: [], messages: [] }],
    authorizer: null,
    apiKeyRequired: false,
  };
}

function apiOf(paths: readonly (keyof typeof BODIES)[]): ApiDescription {
  const operations = paths.map((path) => operationOf([path, BODIES[path]]));
  return { title: 'streams', operations, definitions: new Map(), names: new Map(), notes: [] };
}

const ALL = Object.keys(BODIES) as (keyof typeof BODIES)[]; // because these are the keys of the object

/** Returns the bytes in chunks of random sizes. */
function chunksOf(bytes: Uint8Array, seed: number): Uint8Array<ArrayBuffer>[] {
  const { below } = createRandom(seed);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = start + 1 + below(seed === 0 ? 1 : 5);
    chunks.push(new Uint8Array(bytes.slice(start, end)));
    start = end;
  }
  return chunks;
}

type Read = { readonly items: unknown[]; readonly failure?: unknown };

async function readAll(items: AsyncIterable<unknown>): Promise<Read> {
  const read: unknown[] = [];
  try {
    for await (const item of items) read.push(item);
  } catch (failure) {
    return { items: read, failure };
  }
  return { items: read };
}

const valueOf = ({ value }: Answered): AsyncIterable<unknown> => value as AsyncIterable<unknown>; // because the route streams

let createClient: Awaited<ReturnType<typeof loadClient>>['createClient'];
beforeAll(async () => {
  ({ createClient } = await loadClient(clientText(apiOf(ALL))));
});

/** Creates a client that receives these chunks as its response. */
function answeredWith(chunks: readonly Uint8Array<ArrayBuffer>[], type: string): Call {
  const fetch = (): Promise<Response> => {
    const body = new ReadableStream({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': type } }));
  };
  return createClient({ baseUrl: 'https://x.example', fetch });
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('server-sent events, by the standard', () => {
  it.each(Object.entries(EVENT_CASES))('%s', async (_, { text, events, isCut }) => {
    const expected = events.map(([id, event, data]) => ({ id, event, data }));
    const bytes = utf8(text);
    // Complete, byte by byte, and in chunks of any size.
    for (const chunks of [[new Uint8Array(bytes)], chunksOf(bytes, 0), chunksOf(bytes, 7)]) {
      const call = answeredWith(chunks, 'text/event-stream;charset=utf-8');
      const read = await readAll((await call('GET /text')).events?.() ?? valueOf({} as Answered));
      expect(read.items).toEqual(expected);
      expect(read.failure).toEqual(
        isCut && expect.objectContaining({ name: 'StreamError', Code: 'IncompleteStream' }),
      );
    }
    const { items } = await readAll(
      valueOf(await answeredWith([new Uint8Array(bytes)], EVENTS)('GET /text')),
    );
    expect(items).toEqual(expected.map(({ data }) => data));
  });
});

describe('the items of a stream', () => {
  const rows: Record<
    string,
    readonly [route: string, type: string, sent: string, ...items: unknown[]]
  > = {
    'data as JSON': [
      'GET /json',
      EVENTS,
      'data: {"n":\ndata: 1}\n\ndata: null\n\n',
      { n: 1 },
      null,
    ],
    'data that is JSON or text': [
      'GET /either',
      EVENTS,
      'data: {"n":1}\n\ndata: a\n\n',
      { n: 1 },
      'a',
    ],
    'lines of JSON': [
      'GET /lines',
      LINES,
      '{"n":1}\n{"n":"é\u2028🚀"}\r\n\n7\n',
      { n: 1 },
      { n: 'é\u2028🚀' },
      7,
    ],
    'events of an unknown kind': ['GET /any', EVENTS, 'data: 1\n\n', 1],
    'lines of an unknown kind': ['GET /any', LINES, '1\n2\n', 1, 2],
  };
  it.each(Object.entries(rows))('%s', async (_, [route, type, sent, ...items]) => {
    for (const seed of [0, 1, 2]) {
      const answer = await answeredWith(chunksOf(utf8(sent), seed), type)(route);
      expect(await readAll(valueOf(answer))).toEqual({ items });
    }
  });

  it.each(['GET /raw', 'GET /any'])('text with whole characters: %s', async (route) => {
    const sent = 'é€🚀'.repeat(9);
    for (const seed of [0, 1, 2]) {
      const answer = await answeredWith(
        chunksOf(utf8(sent), seed),
        'text/plain; charset=utf-8',
      )(route);
      const { items } = await readAll(valueOf(answer));
      expect(items.join('')).toBe(sent);
      expect(items.length).toBeGreaterThan(9);
      expect(items.filter((item) => String(item).includes('\uFFFD'))).toEqual([]);
    }
  });

  it.each(['GET /bytes', 'GET /any'])('bytes as they come: %s', async (route) => {
    const chunks = [new Uint8Array([1, 255]), new Uint8Array([0])];
    expect(await readAll(valueOf(await answeredWith(chunks, 'video/mp4')(route)))).toEqual({
      items: chunks,
    });
  });

  it('an answer that is not streamed is a value', async () => {
    for (const route of ['GET /json', 'GET /any']) {
      const { value, events } = await answeredWith(
        [new Uint8Array(utf8('{"early":true}'))],
        'application/json',
      )(route);
      expect([value, events]).toEqual([{ early: true }, undefined]);
    }
  });
});

describe('a stream that fails', () => {
  it.each(['events', 'value'] as const)(
    'rejects with what `event: error` says: %s',
    async (part) => {
      const sent =
        'data: {"n":1}\n\nevent: error\ndata: {"Code":"ModelError","Message":"is tired"}\n\ndata: {"n":2}\n\n';
      const answer = await answeredWith([new Uint8Array(utf8(sent))], EVENTS)('GET /json');
      const { items, failure } = await readAll(
        part === 'events' ? (answer.events?.() ?? valueOf(answer)) : valueOf(answer),
      );
      expect(items).toHaveLength(1);
      expect(failure).toMatchObject({
        name: 'StreamError',
        message: 'is tired',
        Code: 'ModelError',
        Message: 'is tired',
      });
    },
  );

  it('rejects with the data of an error that says it otherwise', async () => {
    const sent = 'event: error\ndata: too late\n\n';
    const { failure } = await readAll(
      valueOf(await answeredWith([new Uint8Array(utf8(sent))], EVENTS)('GET /json')),
    );
    expect(failure).toMatchObject({ Code: 'StreamError', Message: 'too late' });
  });

  it.each(['{"n":1}\n{"n":', '{"n":1}\n12'])(
    'rejects a line that does not end: %j',
    async (sent) => {
      const read = await readAll(
        valueOf(await answeredWith([new Uint8Array(utf8(sent))], LINES)('GET /lines')),
      );
      expect(read).toMatchObject({ items: [{ n: 1 }], failure: { Code: 'IncompleteStream' } });
    },
  );
});

describe('over a connection', () => {
  let server: Server;
  let handle: (request: IncomingMessage, response: ServerResponse) => void;
  let api: Call;
  beforeAll(async () => {
    server = createServer((request, response) => handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // because it listens on a port
    api = createClient({ baseUrl: `http://127.0.0.1:${String(port)}` });
  });
  afterAll(() => server.close());

  /** Sends one item and keeps the response open. */
  const open = (): {
    readonly response: Promise<ServerResponse>;
    readonly closed: Promise<void>;
  } => {
    const response = new Promise<ServerResponse>((resolve) => {
      handle = (_, made) => {
        made.writeHead(200, { 'content-type': EVENTS });
        made.write('data: {"n":1}\n\n');
        resolve(made);
      };
    });
    const closed = response.then(
      (made) => new Promise<void>((resolve) => made.once('close', resolve)),
    );
    return { response, closed };
  };

  it('gives each item when it comes', async () => {
    const { response } = open();
    const items = valueOf(await api('GET /json'))[Symbol.asyncIterator]();
    expect(await items.next()).toEqual({ done: false, value: { n: 1 } });
    const next = items.next();
    (await response).end('data: {"n":2}\n\n');
    expect(await next).toEqual({ done: false, value: { n: 2 } });
    expect(await items.next()).toEqual({ done: true, value: undefined });
  });

  it('ends the call when the loop is left', async () => {
    const { closed } = open();
    for await (const item of valueOf(await api('GET /json'))) {
      expect(item).toEqual({ n: 1 });
      break;
    }
    await closed;
  });

  it('ends the call by its signal', async () => {
    const { closed } = open();
    const controller = new AbortController();
    const answer = await api('GET /json', { signal: controller.signal });
    const reading = readAll(valueOf(answer));
    controller.abort();
    expect((await reading).failure).toMatchObject({ name: 'AbortError' });
    await closed;
  });

  it('rejects when the connection breaks', async () => {
    const { response } = open();
    const reading = readAll(valueOf(await api('GET /json')));
    (await response).destroy();
    expect(await reading).toMatchObject({ items: [{ n: 1 }], failure: { message: 'terminated' } });
  });
});

it('a client has the readers of its own streams, and no others', () => {
  const has = (...paths: (keyof typeof BODIES)[]): readonly string[] => {
    const text = clientText(apiOf(paths));
    return ['eventsOf', 'valuesOf', 'textsOf', 'chunksOf', 'parsedOrText', 'readingOf'].filter(
      (name) => text.includes(`${name}(`),
    );
  };
  expect(has()).toEqual([]);
  expect(has('/bytes')).toEqual(['chunksOf']);
  expect(has('/raw')).toEqual(['textsOf', 'chunksOf']);
  expect(has('/lines')).toEqual(['valuesOf', 'textsOf', 'chunksOf']);
  expect(has('/json')).toEqual(['eventsOf', 'textsOf', 'chunksOf', 'parsedOrText']);
});
