// Streaming routes in tests: their buffered response, and the live one. In processes, and loaded into the test.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';
import { openTestApp } from './support/built-testing.js';

const test = sampledTest('streams of tests', 3);

const REPOSITORY = join(import.meta.dirname, '../..');

// Decorators applied by call do not need a build.
const APP = `import { Framework, sse } from 'framework';
export const app = new Framework({ appName: 'chat' });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const tokens = app.route('/tokens/{word}')(async function* tokens(word) {
  yield sse({ word });
  yield sse('two\\nlines', { event: 'text', id: '7' });
});
export const rows = app.route('/rows')(async function* rows() {
  yield { n: 1 };
  yield { n: 2 };
});
export const ticks = app.route('/ticks')(async function* ticks() {
  try {
    for (let n = 0; ; n += 1) {
      yield sse(n);
      await pause(10);
    }
  } finally {
    console.log('ended');
    globalThis.hasEnded = true;
  }
});
export const late = app.route('/late')(async function* late() {
  yield sse('one');
  throw new RangeError('too far');
});
export const early = app.route('/early')(async function* early() {
  throw new RangeError('too early');
});
export const silent = app.route('/silent')(async function* silent() {
  yield sse('one');
  await pause(60_000);
});
export const plain = app.route('/plain')(() => ({ plain: true }));
`;

const SSE = [
  { id: '', event: 'message', data: { word: 'hi' } },
  { id: '7', event: 'text', data: 'two\nlines' },
];

describe.each([['in a process'], ['loaded into the test']])('%s', (way) => {
  const isLoaded = way !== 'in a process';
  const open = (timeout?: number) => {
    const directory = temporaryProject({ 'app.mjs': APP });
    mkdirSync(join(directory, 'node_modules'));
    symlinkSync(REPOSITORY, join(directory, 'node_modules/framework'));
    const url = pathToFileURL(join(directory, 'app.mjs')).href;
    return openTestApp(directory, {
      ...(isLoaded && { load: () => import(url) as Promise<object> }), // because it is a module
      ...(timeout !== undefined && { timeout }),
    });
  };

  test('responses are whole, with the chunks, the events and the values that came', async () => {
    const { client } = await open();
    const answer = await client.get('/tokens/{word}', { params: { word: 'hi' } });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(answer.text()).toBe(
      'data: {"word":"hi"}\n\nevent: text\nid: 7\ndata: two\ndata: lines\n\n',
    );
    expect(answer.events()).toEqual(SSE);
    expect(answer.stream()).toHaveLength(2);
    expect((await client.get('/rows')).items()).toEqual([{ n: 1 }, { n: 2 }]);
    expect((await client.get('/early')).status).toBe(500);
    expect((await client.get('/plain')).stream()).toHaveLength(1);
  });

  test('a live response gives events and values as they are sent', async () => {
    const { client } = await open();
    const stream = await client.stream('GET /tokens/{word}', { params: { word: 'hi' } });
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
    const events = [];
    for await (const event of stream.events()) events.push(event);
    expect(events).toEqual(SSE);
    const rows = [];
    for await (const row of (await client.stream('GET /rows')).items()) rows.push(row);
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
    const plain = await client.stream('GET /plain');
    expect((await plain.items().next()).done).toBe(true);
  });

  test('to stop reading ends the view, at once and before the loop is left', async () => {
    const { client, output } = await open();
    const hasEnded = (): boolean =>
      isLoaded ? Reflect.get(globalThis, 'hasEnded') === true : output().includes('ended');
    for await (const { data } of (await client.stream('GET /ticks')).events()) {
      if (data === 3) break;
    }
    expect(hasEnded()).toBe(true);
    Reflect.deleteProperty(globalThis, 'hasEnded');

    const waiting = await client.stream('GET /silent');
    const events = waiting.events();
    await events.next();
    const next = events.next();
    await Promise.all([waiting.cancel(), expect(next).resolves.toMatchObject({ done: true })]);
  });

  test('a stream that fails rejects with what happened, behind what was sent', async () => {
    const { client } = await open(1500);
    await expect(client.get('/late')).rejects.toThrow('GET /late was cut: too far');
    const events = (await client.stream('GET /late')).events();
    expect((await events.next()).value).toMatchObject({ data: 'one' });
    expect((await events.next()).value).toMatchObject({ event: 'error' });
    await expect(events.next()).rejects.toThrow('GET /late was cut: too far');
    await expect(client.get('/silent')).rejects.toThrow('GET /silent was cut: timed out after 1.5');
  });
});

test('a name that is no method and path is refused at the line of the test', async () => {
  const { client } = await openTestApp(temporaryProject({ 'app.mjs': APP }));
  await expect(client.stream('GET events' as 'GET /events')).rejects.toThrow('a method and a path');
});
