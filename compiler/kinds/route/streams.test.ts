import { expect, test } from 'vitest';
import { memoryFiles, MEMORY_ROOT } from '../../../test/support/memory-files.js';
import { compileApp } from '../../compile-app.js';

const BEFORE = `import { type EventEmitter } from 'node:events';
import fs, { createReadStream, type ReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Framework, Response as Answer, sse, type ServerSentEvent } from 'framework';
import { model, Model, type Named, type Tokens, type Wrapped } from './model.js';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import Client, { Stream, type Chunks, type Events, type Later } from 'openai';
import { type DataStream, streamText, type Text as Plain } from 'untyped';
import { type ReadableStream as Web, ReadableStream as Web1, TransformStream as Piped } from 'node:stream/web';
export const app = new Framework({ appName: 'helloworld' });
declare const all: any;
class Own extends PassThrough {}
class Objects extends PassThrough { constructor() { super({ objectMode: true }); } }
type Brand = { readonly brand: 'id' };
async function* lines() { yield 'a'; yield \`b\`; }
const declared = (): AsyncGenerator<Uint8Array> => all;
function indirect() { const made = lines(); return made; }
class Rows implements AsyncIterable<{ id: 1 }> { [Symbol.asyncIterator]() { return all; } }
class Events1 { async *[Symbol.asyncIterator]() { yield sse(1); } }
class Text1 { [Symbol.asyncIterator]() { return lines(); } }
async function* mapped<T, U>(items: AsyncIterable<T>, map: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield map(item);
}
interface Progress extends ServerSentEvent<{ percent: number }> {}
type Forever<T> = T | Promise<Forever<T>>;
const llm = new Model();
const client = new Client();
const s3 = new S3Client({});
const upstream = async () => { const { body } = await fetch('https://a.example'); return body; };
`;

const FILES = {
  'node_modules/openai/package.json': '{ "types": "index.d.ts" }',
  'node_modules/openai/index.d.ts': `
export declare class Stream<Item> implements AsyncIterable<Item> {
  [Symbol.asyncIterator](): AsyncIterator<Item>;
}
export declare class Events { [Symbol.asyncIterator](): AsyncIterator<string>; }
export interface Chunks<T> { [Symbol.asyncIterator](): AsyncIterator<T>; close(): void }
export declare class Later<T> extends Promise<T> {}
export default class Client {}`,
  'node_modules/@aws-sdk/client-s3/package.json': '{}',
  'node_modules/untyped/package.json': '{}',
  'model.ts': `import type { ServerSentEvent } from 'framework';
export type Tokens<T> = AsyncGenerator<ServerSentEvent<T>>;
export interface Named extends AsyncIterable<{ id: number }> { readonly name: string }
export type Wrapped<T = string> = Promise<AsyncIterable<T>>;
export async function* model() { yield { id: 1 }; }
export class Model {
  async *tokens() { yield 'a'; }
  static async *all() { yield 1; }
  count() { return 1; }
}`,
};

/** Returns the kind of stream of a view in a class, or the problem that is reported. */
function streamOf(view: string, options = ''): string {
  const text = `${BEFORE}class Views {\n  @app.route('/a'${options})\n  ${view}\n}\n`;
  const { diagnostics, manifest } = compileApp({
    root: MEMORY_ROOT,
    files: memoryFiles({ ...FILES, 'app.ts': text }),
  });
  const said = diagnostics.map(({ code, at }) => `${code} ${text.slice(at?.start, at?.end)}`);
  return said.join() || (manifest?.routes[0]?.stream ?? 'whole');
}

test.each([
  // Declared types.
  ['async *a(): AsyncGenerator<ServerSentEvent<1>> { yield all; }', 'sse'],
  ['a(): Tokens<{ a: 1 }> { return all; }', 'sse'],
  ['async a(): Promise<AsyncIterable<string>> { return all; }', 'text'],
  ['a(): Wrapped { return all; }', 'text'],
  ['a(): Wrapped<Buffer> { return all; }', 'bytes'],
  ['a(): Named { return all; }', 'ndjson'],
  ["a(): AsyncIterableIterator<'a' | 'b'> { return all; }", 'text'],
  ['a(): AsyncIterable<string | { a: 1 }> { return all; }', 'ndjson'],
  ['a(): AsyncIterable<string | Uint8Array> { return all; }', 'bytes'],
  ['a(): AsyncIterable<ServerSentEvent<1> | ServerSentEvent<2>> { return all; }', 'sse'],
  ['a(): ReadableStream { return all; }', 'bytes'],
  ['a(): ReadableStream<string> { return all; }', 'text'],
  ['a(): Answer<Readable> { return all; }', 'bytes'],
  ['async a(): Promise<Answer<AsyncIterable<number>>> { return all; }', 'ndjson'],
  ['a(): NodeJS.ReadableStream { return all; }', 'bytes'],
  ['a(): ReadStream | { error: string } { return all; }', 'bytes'],
  // Returned values.
  ['a() { return lines(); }', 'text'],
  ['a() { return model(); }', 'ndjson'],
  ['a() { return indirect(); }', 'text'],
  ['a() { return declared(); }', 'bytes'],
  ['async a() { return this.rows(); }\n  async *rows() { yield 1; }', 'ndjson'],
  ['a() { return all ? lines() : { error: 1 }; }', 'text'],
  ["a() { return createReadStream('a.txt'); }", 'bytes'],
  ["a() { return fs.createReadStream('a.txt').pipe(createGzip()); }", 'bytes'],
  ["a() { return Readable.from(['a']); }", 'text'],
  ['a() { return new Web1<string>(); }', 'text'],
  ['a() { const made = new PassThrough(); return made; }', 'bytes'],
  ['a() { return new Own(); }', 'bytes'],
  ['a() { return new ReadableStream<string>(); }', 'text'],
  ['a() { return new Answer(lines()); }', 'text'],
  ['a() { return all as AsyncIterable<number>; }', 'ndjson'],
  // Yielded values.
  ['async *a() { yield sse(1); yield sse.comment(); }', 'sse'],
  ['async *a() { yield* lines(); }', 'text'],
  ['async *a() { for await (const row of model()) yield row; }', 'ndjson'],
  ['async *a() { for await (const row of model()) yield sse(row); }', 'sse'],
  ["async *a() { yield Buffer.from('a'); }", 'bytes'],
  ['async *a() { yield all; }', 'any'],
  ['async *a() { yield sse(1); yield all; }', 'any'],
  ['async *a(): AsyncGenerator { yield sse(1); }', 'sse'],
  // Classes and types of packages.
  ['a(): Stream<string> { return all; }', 'text'],
  ['async a(): Promise<Stream<{ id: 1 }>> { return all; }', 'ndjson'],
  ['a(): Events { return all; }', 'text'],
  ['a(): Chunks<Uint8Array> { return all; }', 'bytes'],
  ['a(): { [Symbol.asyncIterator](): AsyncIterator<string>; a: 1 } { return all; }', 'text'],
  ["a(): import('openai').Stream<1> { return all; }", 'ndjson'],
  ['a(): Web<string> { return all; }', 'text'],
  ['a(): Own { return all; }', 'bytes'],
  ['a(): Rows { return all; }', 'ndjson'],
  ['a(): Events1 { return all; }', 'any'],
  ['a() { return new Rows(); }', 'ndjson'],
  ['a() { return new Events1(); }', 'sse'],
  ['a() { return new Answer(new Text1()); }', 'text'],
  ['a(): Stream<string> | { error: string } | null { return all; }', 'text'],
  ['a(): AsyncIterable<string & { brand: 1 }> { return all; }', 'text'],
  ['a() { return mapped(lines(), sse); }', 'any'],
  // Streams of the Web API and of Node.js.
  ["async a() { return (await fetch('https://a.example')).body; }", 'bytes'],
  ['async a() { return new Answer(await upstream(), 201); }', 'bytes'],
  ["async a() { const got = await fetch('https://a.example'); return got.body!; }", 'bytes'],
  ['async a() { return (await upstream())?.pipeThrough(new TextDecoderStream()); }', 'text'],
  ['a() { return new TransformStream().readable; }', 'any'],
  ['a() { return new Piped().readable; }', 'any'],
  ['a() { const { readable } = new TransformStream<1, Uint8Array>(); return readable; }', 'bytes'],
  ["a() { const pipe = new CompressionStream('gzip'); return pipe.readable; }", 'bytes'],
  ["a() { return all.pipeThrough(new CompressionStream('gzip')); }", 'bytes'],
  ['a() { return ReadableStream.from(lines()); }', 'text'],
  ["a() { return ReadableStream.from(['a']); }", 'text'],
  ['a() { return Readable.from(model()); }', 'ndjson'],
  ['a() { return Readable.from(all); }', 'any'],
  ['a() { return Readable.from(lines()).map((line) => sse(line)); }', 'any'],
  ['a() { return Readable.toWeb(createReadStream("a")); }', 'bytes'],
  ["a() { return new Blob(['a']).stream(); }", 'bytes'],
  [
    'async a() { const file = await fs.promises.open("a"); return file.readableWebStream(); }',
    'bytes',
  ],
  [
    'async a() { const { Body } = await s3.send(new GetObjectCommand(all)); return new Answer(Body); }',
    'bytes',
  ],
  // Methods of other objects, variables, and unions.
  ['a() { return llm.tokens(); }', 'text'],
  ['a() { return Model.all(); }', 'ndjson'],
  ['a() { return this.#llm.tokens(); }\n  readonly #llm = new Model();', 'text'],
  ['a() { return this.#rows(); }\n  async *#rows() { yield 1; }', 'ndjson'],
  ['a() { let made = null; if (all) made = lines(); return made ?? { error: 1 }; }', 'text'],
  [
    'async *a() { let last: any = null; for (const n of [1]) { last = sse(n); yield last; } }',
    'any',
  ],
  ['async *a(): AsyncGenerator<Progress> { yield all; }', 'sse'],
  ['a(): Forever<{ id: 1 }> { return all; }', 'whole'],
  ['a() { let made: any = new Map(); made = [...made]; return made; }', 'whole'],
  ['a() { return all && lines(); }', 'text'],
  ['a() { return llm.count(); }', 'whole'],
  ['async *a() { { const x = "a"; all(x); } { const x = sse(1); yield x; } yield sse(2); }', 'any'],
  // A brand only adds properties to the bytes that are sent.
  ['async *a(): AsyncGenerator<Uint8Array & { readonly brand: 1 }> { yield all; }', 'bytes'],
  ['async *a(): AsyncGenerator<Brand & Uint8Array> { yield all; }', 'bytes'],
  ['async *a(): AsyncGenerator<ServerSentEvent<1> & Brand> { yield all; }', 'sse'],
  ['async *a(): AsyncGenerator<Progress & { readonly brand: 1 }> { yield all; }', 'sse'],
  ['async *a(): AsyncGenerator<string & Brand> { yield all; }', 'text'],
  ['async *a(): AsyncGenerator<{ a: 1 } & Brand> { yield all; }', 'ndjson'],
  // A Node.js stream in object mode has items of any kind.
  ['a() { return new PassThrough({ objectMode: true }); }', 'any'],
  ['a() { return new PassThrough({ readableObjectMode: true }); }', 'any'],
  ['a() { return new PassThrough({ objectMode: false, highWaterMark: 1 }); }', 'bytes'],
  ["a() { return createReadStream('a').pipe(new PassThrough({ objectMode: true })); }", 'any'],
  ['a() { return new Objects(); }', 'any'],
  // Values that may be streams.
  [
    'a() { return client.completions.create({ stream: true }); }',
    'FW3326 client.completions.create',
  ],
  [
    'async a() { const told = await client.chat(); return told.textStream; }',
    'FW3326 told.textStream',
  ],
  ['a() { return streamText({}).textStream; }', 'FW3326 streamText({}).textStream'],
  ['a(): DataStream { return all; }', 'FW3326 DataStream'],
  ['a(): Plain { return all; }', 'whole'],
  ['a() { return client.completions.create({ stream: false }); }', 'whole'],
  ['a(): { id: 1 } { return client.completions.create({ stream: true }); }', 'whole'],
  ['a() { return client.upstream(); }', 'whole'],
  ['a() { return s3.describeStream(); }', 'whole'],
  ['a() { return all.textStream; }', 'whole'],
  // Values that are not streams.
  ['a(): EventEmitter { return all; }', 'whole'],
  ['async a() { for await (const row of lines()) return row; return null; }', 'whole'],
  ['*a() { yield 1; }', 'FW2314 a'],
  // Mistakes.
  ['a() { return all ? lines() : model(); }', 'FW3321 model'],
  ['async *a() { return lines(); }', 'FW3322 lines()'],
  ['a() { lines(); return model(); }', 'FW3322 lines()'],
  ['a() { lines(); return 1; }', 'FW3322 lines()'],
  ['a() { void this.rows(); return 1; }\n  async *rows() { yield 1; }', 'FW3322 void this.rows()'],
  ['async a() { await llm.tokens(); return 1; }', 'FW3322 await llm.tokens()'],
  ['async *a() { const made = lines(); yield 1; }', 'FW3322 lines()'],
  ['async *a() { const made = lines(); yield* made; }', 'text'],
  ['async a() { const made = lines(); return Array.fromAsync(made); }', 'whole'],
  ['async *a() { yield sse(1); yield 1; }', 'FW3321 1'],
  ["async *a() { yield 'a'; yield* [sse(1)]; }", 'FW3321 [sse(1)]'],
  ["async *a() { yield { a: 1 }; yield Buffer.from('a'); }", "FW3321 Buffer.from('a')"],
  [
    'a(): AsyncIterable<ServerSentEvent<1> | string> { return all; }',
    'FW3321 AsyncIterable<ServerSentEvent<1> | string>',
  ],
])('%s', (view, found) => {
  expect(streamOf(view)).toBe(found);
});

test.each([
  ["['text/event-stream', 'image/png']", 'async *a() { yield sse(1); }', 'FW3328'],
  ["['application/octet-stream']", "a() { return createReadStream('a'); }", ''],
  ["['text/event-stream']", 'a() { return 1; }', ''],
])('binaryTypes = %s; %s', (types, view, code) => {
  const before = `${BEFORE}app.api.binaryTypes = ${types};\n`;
  const text = `${before}class Views {\n  @app.route('/a')\n  ${view}\n}\n`;
  const { diagnostics } = compileApp({
    root: MEMORY_ROOT,
    files: memoryFiles({ ...FILES, 'app.ts': text }),
  });
  expect(diagnostics.map((one) => one.code).join()).toBe(code);
});

test.each([
  ['a(): unknown { return all; }', ', { streams: true }', 'any'],
  ['a() { return lines(); }', ', { streams: true }', 'text'],
  ['a() { return lines(); }', ', { streams: false }', 'FW3325 false'],
  ['a() { return all; }', ', { streams: false }', 'whole'],
  ['a() { return all; }', ', { streams: 1 }', 'FW3320 1'],
  ['a(): DataStream { return all; }', ', { streams: true }', 'any'],
  ['a(): DataStream { return all; }', ', { streams: false }', 'whole'],
  ['a(): string { return all; }', ', { streams: true }', 'FW3327 true'],
  [
    'async a(): Promise<Answer<Model[]> | null> { return all; }',
    ', { streams: true }',
    'FW3327 true',
  ],
  ['async a(): Promise<Plain> { return all; }', ', { streams: true }', 'any'],
  ['a<T>(): T { return all; }', ', { streams: true }', 'any'],
  [
    'a() { return lines(); }',
    ", { contentTypes: ['text/event-stream'] }",
    "FW3324 ['text/event-stream']",
  ],
  ['a() { return lines(); }\n  @app.lambdaFunction() stream() { return 1; }', '', 'FW3323 stream'],
  ['a() { return 1; }\n  @app.lambdaFunction() stream() { return 1; }', '', 'whole'],
])('%s%s', (view, options, found) => {
  expect(streamOf(view, options)).toBe(found);
});

// With 14 functions, reading each one on every path to it would take minutes.
test('functions that call each other are read once', () => {
  const names = Array.from({ length: 14 }, (_, index) => `f${String(index)}`);
  const calls = names.map((name) => `${name}(n)`).join(' ?? ');
  const members = names.map((name) => `${name}(n: number) { return n ? lines() : ${calls}; }`);
  const own = members.join('\n  ').replaceAll(/ (f\d+\(n\))(?! \{)/g, ' this.$1');
  expect(streamOf(`a() { return this.f0(1); }\n  ${own}`)).toBe('text');
});
