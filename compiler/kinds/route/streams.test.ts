import { expect, test } from 'vitest';
import { memoryFiles, MEMORY_ROOT } from '../../../test/support/memory-files.js';
import { compileApp } from '../../compile-app.js';

const BEFORE = `import { type EventEmitter } from 'node:events';
import fs, { createReadStream, type ReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Framework, Response as Answer, sse, type ServerSentEvent } from 'framework';
import { model, type Named, type Tokens, type Wrapped } from './model.js';
export const app = new Framework({ appName: 'helloworld' });
declare const all: any;
class Own extends PassThrough {}
async function* lines() { yield 'a'; yield \`b\`; }
const declared = (): AsyncGenerator<Uint8Array> => all;
function indirect() { const made = lines(); return made; }
`;

const FILES = {
  'model.ts': `import type { ServerSentEvent } from 'framework';
export type Tokens<T> = AsyncGenerator<ServerSentEvent<T>>;
export interface Named extends AsyncIterable<{ id: number }> { readonly name: string }
export type Wrapped<T = string> = Promise<AsyncIterable<T>>;
export async function* model() { yield { id: 1 }; }`,
};

/** The kind of stream of a view that is written in a class, or what is said of it. */
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
  // What is declared.
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
  // What is returned.
  ['a() { return lines(); }', 'text'],
  ['a() { return model(); }', 'ndjson'],
  ['a() { return indirect(); }', 'text'],
  ['a() { return declared(); }', 'bytes'],
  ['async a() { return this.rows(); }\n  async *rows() { yield 1; }', 'ndjson'],
  ['a() { return all ? lines() : { error: 1 }; }', 'text'],
  ["a() { return createReadStream('a.txt'); }", 'bytes'],
  ["a() { return fs.createReadStream('a.txt').pipe(createGzip()); }", 'bytes'],
  ["a() { return Readable.from(['a']); }", 'bytes'],
  ['a() { const made = new PassThrough(); return made; }', 'bytes'],
  ['a() { return new Own(); }', 'bytes'],
  ['a() { return new ReadableStream<string>(); }', 'text'],
  ['a() { return new Answer(lines()); }', 'text'],
  ['a() { return all as AsyncIterable<number>; }', 'ndjson'],
  // What is yielded.
  ['async *a() { yield sse(1); yield sse.comment(); }', 'sse'],
  ['async *a() { yield* lines(); }', 'text'],
  ['async *a() { for await (const row of model()) yield row; }', 'ndjson'],
  ['async *a() { for await (const row of model()) yield sse(row); }', 'sse'],
  ["async *a() { yield Buffer.from('a'); }", 'bytes'],
  ['async *a() { yield all; }', 'any'],
  ['async *a() { yield sse(1); yield 1; }', 'any'],
  ['async *a(): AsyncGenerator { yield sse(1); }', 'sse'],
  // What does not stream.
  ['a(): EventEmitter { return all; }', 'whole'],
  ['async a() { for await (const row of lines()) return row; return null; }', 'whole'],
  ['*a() { yield 1; }', 'FW2314 a'],
  // Mistakes.
  ['a() { return all ? lines() : model(); }', 'FW3321 model'],
  ['async *a() { return lines(); }', 'FW3322 lines()'],
  ['a() { lines(); return model(); }', 'FW3322 lines()'],
])('%s', (view, found) => {
  expect(streamOf(view)).toBe(found);
});

test.each([
  ['a(): unknown { return all; }', ', { streams: true }', 'any'],
  ['a() { return lines(); }', ', { streams: true }', 'text'],
  ['a() { return lines(); }', ', { streams: false }', 'FW3325 false'],
  ['a() { return all; }', ', { streams: false }', 'whole'],
  ['a() { return all; }', ', { streams: 1 }', 'FW3320 1'],
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
