// The process of the application. It loads the bundle, converts each invocation to an event, and each result to a response. It
// is built as `dist/cli/worker.js`. No other file of this package runs the user's code.
import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync, rmSync, writeSync } from 'node:fs';
import nodeModule from 'node:module';
import { Socket } from 'node:net';
import { dirname, join, sep } from 'node:path';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { throughJson } from '../../../compiler/json-values.js';
import type { FunctionFacts, MalformedResult } from '../gateway/index.js';
import { createEventMaker, createLambdaContext } from '../gateway/proxy-event.js';
import { toAnswer } from '../gateway/proxy-result.js';
import type { RefusedResult, ServerMethods, WorkerMethods, WorkerSetup } from './app-process.js';
import { withProvided } from './provided-values.js';
import { createReader, createRpc, toBytes } from './rpc.js';
import { callStreaming } from './stream-call.js';

const INPUT = 3;
const OUTPUT = 4;

/** Read immediately, because the server may already have ended when the first message is read. */
const server = process.ppid;

type Handler = (event: unknown, context: unknown) => unknown;

type StreamHandler = (event: unknown, responseStream: Writable, context: unknown) => unknown;

type Loaded = {
  readonly setup: WorkerSetup;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly handler: Handler;
  readonly toEvent: ReturnType<typeof createEventMaker>;
};

/** The number of the request that the current code runs for. It tells the output of concurrent requests apart. */
const runningJob = new AsyncLocalStorage<number>();

/** Set before the first job, because the server waits for the response to `load`. */
let loaded: Loaded;

const methods: WorkerMethods = {
  prepare: async (modules) => {
    for (const module of modules) {
      keepCompiledCode(module);
      // A module that cannot be read is reported when the bundle loads it.
      await import(module).catch(() => undefined);
    }
  },
  load: async (setup) => {
    // Before this point, nothing can block this process, so it notices the end of the pipe without the watch. The watch is not
    // started earlier, because the bundle needs the processor.
    startParentWatch();
    try {
      Object.assign(process.env, setup.variables);
      process.env['LAMBDA_TASK_ROOT'] = dirname(fileURLToPath(setup.bundle));
      if (setup.inspectorPort !== undefined) await openInspector(setup.inspectorPort);
      const writeCompiledCode = keepCompiledCode(setup.bundle);
      const exports = (await import(setup.bundle)) as Record<string, unknown>; // because a module is its exports
      const handler = exports['handler'] as Handler; // because the bundle exports it
      loaded = { setup, exports, handler, toEvent: createEventMaker(setup.identity) };
      setTimeout(writeCompiledCode, SOON).unref();
    } catch (error) {
      rpc.notify('fail', { kind: 'broken', trace: traceOf(error) });
      process.exit(1);
    }
  },
  invoke: (job, invocation) => {
    const { setup, handler, toEvent } = loaded;
    const context = contextOf(setup.apiFunction, invocation.requestId);
    return answered(job, async () => {
      const value = await withProvided(invocation.provided ?? [], () =>
        handler(toEvent(invocation), context),
      );
      return toAnswer(value, invocation);
    });
  },
  stream: (job, invocation) => {
    const { setup, exports, toEvent } = loaded;
    const handler = exports['stream'] as StreamHandler; // because the bundle of an application with streaming routes exports it
    const context = contextOf(setup.streamFunction, invocation.requestId);
    return answered(job, () =>
      callStreaming(invocation, (responseStream) =>
        withProvided(invocation.provided ?? [], () =>
          handler(invocation.event ?? toEvent(invocation), responseStream, context),
        ),
      ),
    );
  },
  call: async (job, name, event) => {
    const { setup, exports } = loaded;
    const handler = exports[`function_${name}`] as Handler; // because the bundle has such an export for each function
    const facts = setup.functions[name] ?? setup.apiFunction;
    rpc.notify('begin', job);
    try {
      const value = await handler(event, contextOf(facts, crypto.randomUUID()));
      return { kind: 'returned', value: throughJson(value) };
    } catch (error) {
      const { name: type, message } = error instanceof Error ? error : new Error(String(error));
      return { kind: 'failed', message, type, trace: traceOf(error) };
    }
  },
  ping: () => undefined,
  closeInspector: async () => {
    const { default: inspector } = await import('node:inspector');
    inspector.close();
  },
};

// Messages are written synchronously, so that they are sent even if the process ends or blocks immediately afterwards.
const rpc = createRpc<ServerMethods>((message) => {
  const bytes = toBytes(message);
  for (let written = 0; written < bytes.length;) {
    written += writeSync(OUTPUT, bytes, written);
  }
}, methods);

// The application's output uses the same channel as the responses, so that it is printed before the log line of its request.
for (const [stream, name] of [
  [process.stdout, 'out'],
  [process.stderr, 'err'],
] as const) {
  const decoder = new StringDecoder('utf8');
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
    rpc.notify('print', name, text, runningJob.getStore());
    const done = rest.find((value) => typeof value === 'function');
    if (done) queueMicrotask(() => void Reflect.apply(done, undefined, []));
    return true;
  };
}

process.setSourceMapsEnabled(true);
process.on('uncaughtException', (error: unknown) => {
  rpc.notify('fail', { kind: 'uncaught', trace: traceOf(error) });
  process.exit(1);
});
// A terminal sends these signals to all processes of a command, but the server decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const input = new Socket({ fd: INPUT, readable: true, writable: false });
const end = (): void => {
  process.kill(process.pid, 'SIGKILL');
};
input.on('data', createReader(rpc.receive)).on('error', end).on('close', end);

/** Starts a thread that ends this process when the server has ended, even while the application blocks. */
function startParentWatch(): void {
  const watch = new Worker(PARENT_WATCH, {
    eval: true,
    workerData: server,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  });
  watch.unref();
}

const PARENT_WATCH = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, 500);
`;

/** Opens the inspector on any free port if the port is in use, for example by a process that a debugger has paused. */
async function openInspector(port: number): Promise<void> {
  const { default: inspector } = await import('node:inspector');
  inspector.open(port, '127.0.0.1');
  if (inspector.url() === undefined) inspector.open(0, '127.0.0.1');
}

/** Runs a job. Returns the reason if the function throws, or if its result is malformed. */
async function answered<T extends object>(
  job: number,
  work: () => Promise<T | MalformedResult>,
): Promise<T | RefusedResult> {
  rpc.notify('begin', job);
  try {
    const result = await runningJob.run(job, work);
    if (!('kind' in result)) return result;
    const reason = `The result of the function is not a response: ${result.reason}.`;
    return { kind: 'refused', reason };
  } catch (error) {
    return { kind: 'refused', reason: traceOf(error) };
  }
}

function contextOf(facts: FunctionFacts, requestId: string) {
  return createLambdaContext(facts, { requestId, started: Date.now() }, Date.now);
}

/** Stack frames from loading the application, which do not help to understand an error. */
const LOADING = /^\s+at .*(?:node:internal\/(?:modules|process)\/|\/cli\/worker\.js)/;

/** Returns the stack of an error and its causes without `LOADING` frames. Formats other values like `console.log`. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return `Uncaught ${inspect(error)}`;
  return inspect(error)
    .split('\n')
    .filter((line) => !LOADING.test(line))
    .join('\n');
}

/** The compiled code is written to disk this many milliseconds after loading, because the process may be terminated later. */
const SOON = 500;

/** The members of `node:module` that only newer versions of Node.js have (nodejs.org/api/module.html). */
type CompileCache = Pick<typeof nodeModule, 'createRequire'> & {
  readonly enableCompileCache?: (directory: string) => unknown;
  readonly flushCompileCache?: () => void;
};

/** If the cache contains more files, it is cleared. It grows because each bundle for a test has its own name. */
const MOST_FILES = 200;

/** Caches V8's compiled code of a module in `.framework` (Node.js 22.1 or later). The returned function writes it to disk. */
function keepCompiledCode(module: string): () => void {
  const { enableCompileCache, flushCompileCache }: CompileCache = nodeModule;
  const [root, ...rest] = fileURLToPath(module).split(`${sep}.framework${sep}`);
  if (!enableCompileCache || root === undefined || rest.length === 0) return () => undefined;
  // Compiled code from the cache makes V8's coverage less precise
  // (nodejs.org/api/module.html#limitations-of-the-compile-cache).
  if (process.env['NODE_V8_COVERAGE'] !== undefined) return () => undefined;
  const directory = join(root, '.framework', 'cache', 'compiled');
  if (filesIn(directory) > MOST_FILES) forget(directory);
  enableCompileCache(directory);
  return () => flushCompileCache?.();
}

/** If another process is writing to the cache, a later process clears it. */
function forget(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Without the cache, the next process starts more slowly.
  }
}

function filesIn(directory: string): number {
  try {
    return readdirSync(directory, { recursive: true }).length;
  } catch {
    return 0; // The folder does not exist yet.
  }
}
