// The server of `framework local` with a hand-written build, whose function writes what a test needs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveStage } from '../../../cli/config/stage-config.js';
import { manifestOf, type RouteSketch } from '../../../cli/serve/gateway/manifest-of.fixture.js';
import { readLocalAccess } from '../../../cli/serve/local/local-access.js';
import { startLocalServer } from '../../../cli/serve/local/local-server.js';
import { createServerFeed, type ServerFeed } from '../../../cli/serve/local/server-feed.js';
import { openInputs } from '../../../cli/serve/local/source-inputs.js';
import type { TextStream } from '../../../cli/terminal/terminal.js';

export type StreamingServer = {
  readonly port: number;
  readonly url: string;
  /** Returns what the server and the application have printed. */
  readonly output: () => string;
  readonly feed: ServerFeed;
  /** Changes the source, so that the next request triggers a build. */
  readonly edit: () => void;
  /** Lets a stream with this name in `until` go on. */
  readonly release: (name: string) => void;
  readonly stop: () => Promise<void>;
};

/** The code of the function. It writes what the path asks for, in the way an application's runtime does. */
const FUNCTION = `
import { existsSync } from 'node:fs';
const prelude = (head) => JSON.stringify(head) + '\\0'.repeat(8);
const SSE = { statusCode: 200, headers: { 'content-type': 'text/event-stream' } };
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const write = (stream, chunk) => new Promise((resolve) => stream.write(chunk, resolve));
const ways = {
  tokens: async (stream, context, { until }) => {
    await write(stream, prelude(SSE) + 'data: one\\n\\n');
    if (until === undefined) await pause(200);
    else while (!existsSync(new URL(until, import.meta.url))) await pause(5);
    stream.end('data: two\\n\\n');
  },
  empty: (stream) => stream.end(prelude({ statusCode: 204 })),
  plain: (stream) => stream.end(prelude({ statusCode: 404 }) + '{"Code":"NotFoundError"}'),
  facts: (stream, { functionName, memoryLimitInMB }) =>
    stream.end(prelude(SSE) + JSON.stringify([functionName, memoryLimitInMB, process.env.COLOUR, process.pid])),
  ticks: async (stream, context, { name }) => {
    await write(stream, prelude(SSE));
    while (!stream.destroyed) {
      await write(stream, 'data: ' + name + '\\n\\n');
      await pause(Number(process.env.PAUSE ?? 20));
    }
    console.log('ended ' + name);
  },
  much: async (stream) => {
    const chunk = Buffer.alloc(65536, 'x');
    await write(stream, prelude({ statusCode: 200 }));
    // The highest memory that the system counts would be that of the process that started this one, when it had more.
    let peak = 0;
    for (let count = 0; count < 1600 && !stream.destroyed; count += 1) {
      await write(stream, chunk);
      peak = Math.max(peak, process.memoryUsage.rss());
    }
    console.log('peak ' + Math.round(peak / 1024 / 1024));
    stream.end();
  },
  silent: async (stream) => {
    await write(stream, prelude(SSE) + ': hello\\n\\n');
    await pause(60000);
  },
  never: () => pause(60000),
  throws: () => { throw new Error('before the first byte'); },
  breaks: async (stream) => {
    await write(stream, prelude(SSE) + 'data: one\\n\\n');
    throw new RangeError('in mid-stream');
  },
  dies: async (stream) => {
    await write(stream, prelude(SSE) + 'data: one\\n\\n');
    await pause(50);
    process.exit(3);
  },
  malformed: (stream) => stream.end('hello'),
};
export const stream = (event, responseStream, context) =>
  ways[event.pathParameters.way](responseStream, context, event.queryStringParameters ?? {});
export const handler = async () => ({ statusCode: 200, body: String(process.pid) });
`;

const OPEN = { allowOrigin: '*' };

const STREAMING: readonly RouteSketch[] = [
  { path: '/buffered' },
  { path: '/stream/{way}', methods: ['GET', 'HEAD'], stream: 'any', cors: OPEN },
  { path: '/keyed/{way}', stream: 'sse', apiKeyRequired: true },
];

/** Starts the server. `edit` lets the next request trigger a build. */
export async function startStreaming(
  configuration: Parameters<typeof resolveStage>[0],
): Promise<StreamingServer> {
  const directory = mkdtempSync(join(tmpdir(), 'framework-streaming-'));
  const source = join(directory, 'source');
  writeFileSync(source, 'one');
  writeFileSync(join(directory, 'index.mjs'), FUNCTION);
  let printed = '';
  const stream: TextStream = {
    write: (text) => {
      printed += text;
    },
    isTty: false,
    width: undefined,
    hasColor: false,
    hasUnicode: true,
  };
  const feed = createServerFeed();
  const started = await startLocalServer({
    host: '127.0.0.1',
    port: 0,
    root: directory,
    isWatching: true,
    isOpen: false,
    isInspected: false,
    isDebug: false,
    hasErrorPage: true,
    environment: process.env,
    access: readLocalAccess({}),
    workerScript: new URL('../../../dist/cli/worker.js', import.meta.url),
    builder: {
      build: async (onChecked) => {
        const inputs = openInputs();
        inputs.add([source]);
        const app = {
          manifest: manifestOf(STREAMING),
          config: resolveStage(configuration, 'dev'),
          directory,
          sources: [],
        };
        onChecked(app, Promise.resolve(true));
        return Promise.resolve({ diagnostics: [], app, inputs, needs: [] });
      },
      dispose: () => Promise.resolve(),
    },
    terminal: { out: stream, err: stream, canAsk: false },
    feed,
    onChecked: () => undefined,
    onBuild: () => undefined,
    onServe: () => undefined,
  });
  if (started.kind === 'failed') throw new Error('The server has not started.');
  return {
    port: started.port,
    url: `http://127.0.0.1:${started.port}`,
    output: () => printed,
    feed,
    edit: () => {
      writeFileSync(source, String(Math.random()));
    },
    release: (name) => writeFileSync(join(directory, name), ''),
    stop: async () => {
      await started.stop();
      rmSync(directory, { recursive: true });
    },
  };
}
