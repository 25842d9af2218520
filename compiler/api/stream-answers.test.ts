// The responses of a view that streams, from its type or from what it yields and returns.
import { describe, expect, it } from 'vitest';
import { typeText } from '../client/type-text.js';
import { openApi31 } from '../openapi31/document.js';
import type { Operation } from './api-description.js';
import { describeFiles, describeSource } from './described-files.fixture.js';

/** Returns the responses as text: `200 text/event-stream sse Token`. */
function answersOf({ answers }: Operation): readonly string[] {
  return answers.flatMap(({ status, bodies }) =>
    bodies.map(({ mediaType, type, stream = '' }) =>
      [status, mediaType, stream, typeText(type, (key) => key.replace(/^.*[ #]/, ''))]
        .filter((part) => part !== '')
        .join(' '),
    ),
  );
}

const HEAD = `import { sse, type ServerSentEvent } from 'framework';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
interface Token { word: string }
interface Failure { why: string }
function model(): AsyncIterable<Token> { return JSON.parse(''); }
async function* words(): AsyncGenerator<string> { yield 'a'; }
async function* tokens(): AsyncGenerator<ServerSentEvent<Token>> { yield sse({ word: 'a' }); }
async function* inferred(list: Token[]) { for (const { word } of list) yield { word, at: 1 }; }
`;

const describeOne = (view: string, more = ''): ReturnType<typeof describeSource> =>
  describeSource(`${HEAD}${more}\nclass Views { @app.route('/x', { methods: ['POST'] }) ${view} }`);

describe('a stream', () => {
  const rows: Record<string, readonly [view: string, ...answers: string[]]> = {
    'declared events': [
      'async *view(): AsyncGenerator<ServerSentEvent<Token>> {}',
      '200 text/event-stream sse Token',
    ],
    'declared items': [
      'async *view(): AsyncGenerator<Token> {}',
      '200 application/x-ndjson ndjson Token',
    ],
    'an iterable in a promise': [
      'async view(): Promise<AsyncIterable<Token[]>> { return JSON.parse(""); }',
      '200 application/x-ndjson ndjson Token[]',
    ],
    'declared text': ['async *view(): AsyncGenerator<string> {}', '200 text/plain text string'],
    'declared bytes': [
      'async *view(): AsyncIterable<Uint8Array> {}',
      '200 application/octet-stream bytes Uint8Array',
    ],
    'a web stream': [
      'view(): ReadableStream<Uint8Array> { return JSON.parse(""); }',
      '200 application/octet-stream bytes Uint8Array',
    ],
    'a stream of Node.js': [
      'view(): Readable { return Readable.from([]); }',
      '200 application/octet-stream bytes Uint8Array',
    ],
    'events of several types': [
      "async *view(): AsyncGenerator<ServerSentEvent<Token> | ServerSentEvent<'done'>> {}",
      "200 text/event-stream sse Token | 'done'",
    ],
    'a Response with a status': [
      'view(): Response<AsyncIterable<Token>> { return new Response(model(), 201); }',
      '201 application/x-ndjson ndjson Token',
    ],
    'a Response with a content type': [
      "view(): Response<AsyncGenerator<string>> { return new Response(words(), 200, { 'content-type': 'text/csv' }); }",
      '200 text/csv text string',
    ],
    'a Response of bytes': [
      "view() { return new Response(createReadStream('a'), 200, { 'content-type': 'video/mp4' }); }",
      '200 video/mp4 bytes Uint8Array',
    ],
    'what a function streams': ['view() { return tokens(); }', '200 text/event-stream sse Token'],
    'a variable': [
      'view() { const all = tokens(); return new Response(all, 202); }',
      '202 text/event-stream sse Token',
    ],
    'yielded events': [
      'async *view() { yield sse.comment(); for await (const token of model()) yield sse(token); yield sse({ done: true }); }',
      '200 text/event-stream sse Token | { done: boolean }',
    ],
    'yielded items': [
      'async *view() { yield { id: 1 }; yield* [{ id: 2 }]; }',
      '200 application/x-ndjson ndjson { id: number }',
    ],
    'yielded text': ["async *view() { yield 'a'; yield `b`; }", '200 text/plain text string'],
    'another response as well': [
      'view(body: Token): AsyncGenerator<ServerSentEvent<Token>> | Response<Failure> { return body.word ? tokens() : new Response<Failure>({ why: "" }, 409); }',
      '200 text/event-stream sse Token',
      '409 application/json Failure',
    ],
  };

  it('of a variable that is assigned to itself ends', () => {
    const again = 'all = isOpen ? all : tokens(); ';
    const { operations } = describeOne(
      `view() { const isOpen = Date.now() > 0; let all = tokens(); ${again.repeat(4)} return all; }`,
    );
    expect(operations.flatMap(answersOf)).toEqual(['200 text/event-stream sse unknown']);
  });

  it.each(Object.entries(rows))('%s', (_, [view, ...answers]) => {
    const { operations, notes } = describeOne(view);
    expect(operations.flatMap(answersOf)).toEqual(answers);
    expect(notes).toEqual([]);
  });

  it('through aliases with arguments, also of another module', () => {
    const { api } = describeFiles({
      'app.ts': `import { Framework } from 'framework';
import type { Events, Later } from './events.js';
export const app = new Framework({ appName: 'guide' });
interface Token { word: string }
class Views {
  @app.route('/a') async *a(): Events<Token> {}
  @app.route('/b') async b(): Later<Token> { return JSON.parse(''); }
}`,
      'events.ts': `import type { Response, ServerSentEvent } from 'framework';
export type Events<T> = AsyncGenerator<ServerSentEvent<T>>;
export type Later<T> = Promise<Response<AsyncIterable<T>>>;`,
    });
    expect(api.operations.map(answersOf)).toEqual([
      ['200 text/event-stream sse Token'],
      ['200 application/x-ndjson ndjson Token'],
    ]);
  });

  it.each([
    ['what a loop over a list gives', 'return inferred([]);', '{ word: string; at: number }'],
    ['what cannot be known', 'return JSON.parse("") as AsyncIterable<Token>;', 'Token'],
  ])('of a view that says it streams: %s', (_, body, type) => {
    const { operations } = describeSource(
      `${HEAD}class Views { @app.route('/x', { streams: true }) view() { ${body} } }`,
    );
    expect(operations.flatMap(answersOf)).toEqual([`200 application/x-ndjson ndjson ${type}`]);
  });

  it('whose items are not known is noted, with its location', () => {
    const { operations, notes } = describeOne('async *view() { yield sse(JSON.parse("")); }');
    expect(operations.flatMap(answersOf)).toEqual(['200 text/event-stream sse unknown']);
    expect(notes.map(({ code, at }) => [code, at?.line])).toEqual([['FW3101', 16]]);
  });

  it('is not read of other code', () => {
    const { operations, notes } = describeSource(
      `${HEAD}class Views { @app.route('/x') async view() { const all: string[] = []; for await (const word of words()) all.push(word); return all; } }`,
    );
    expect(operations.flatMap(answersOf)).toEqual(['200 application/json string[]']);
    expect(notes).toEqual([]);
  });
});

describe('the document', () => {
  const { api, manifest } = describeFiles({
    'app.ts': `import { Framework, NotFoundError, sse, type ServerSentEvent, type Text } from 'framework';
export const app = new Framework({ appName: 'guide' });
interface Token { word: string }
class Views {
  @app.route('/chat', { methods: ['POST'] })
  async *chat(body: { prompt: Text<{ minLength: 1 }> }): AsyncGenerator<ServerSentEvent<Token>> {
    if (body.prompt === 'x') throw new NotFoundError('no such model');
    yield sse({ word: 'a' });
  }
  @app.route('/export') async *rows(): AsyncGenerator<Token> {}
}`,
  });
  const document = (): unknown => openApi31(api, { manifest, version: '1' });

  it('has the type of the items, and the errors before the first byte', () => {
    const items = {
      schema: { type: 'string' },
      'x-itemSchema': { $ref: '#/components/schemas/Token' },
    };
    expect(document()).toMatchObject({
      paths: {
        '/chat': {
          post: {
            responses: {
              200: { content: { 'text/event-stream': items } },
              400: {},
              404: { description: 'no such model' },
              415: {},
            },
          },
        },
        '/export': { get: { responses: { 200: { content: { 'application/x-ndjson': items } } } } },
      },
      components: { schemas: { Token: { type: 'object' } } },
    });
  });

  it('has the same bytes each time', () => {
    expect(JSON.stringify(document())).toBe(JSON.stringify(document()));
  });
});
