// Starts the engine with the first application, one thread for each test process, and sends it the requests of the test.
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { createRpc, type Received, type Rpc, headOf } from '../local/rpc.js';
import type { Call, EngineMethods, OpenRequest, RawHead, TestMethods } from './messages.js';

/** The built engine, relative to the location of this file in the build. */
const ENGINE = new URL('../testing-engine.js', import.meta.url);

export type AppListener = {
  readonly onText: (stream: 'out' | 'err', text: string) => void;
  /** Runs a function of an application that the test has loaded. */
  readonly onCall: (call: Call) => Promise<unknown>;
};

export type Engine = Pick<Rpc<EngineMethods>, 'request'> & {
  /** Registers an application and returns its number. The listener receives messages until `forget` is called. */
  readonly listen: (listener: AppListener) => number;
  readonly forget: (app: number) => void;
};

let engine: Engine | undefined;

/** Returns the engine, which the first call starts. It is never restarted, because swc cannot be loaded again afterwards. */
export function theEngine(first: OpenRequest): Engine {
  return (engine ??= startEngine(first));
}

function startEngine(first: OpenRequest): Engine {
  const worker = new Worker(ENGINE, {
    // The Node.js options of the test runner's process do not apply to the compiler.
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    workerData: first,
  });
  worker.unref();
  const listeners = new Map<number, AppListener>();
  let lastApp = 0;
  let open = 0;
  const methods: TestMethods = {
    call: async (call) => listeners.get(call.app)?.onCall(call),
    print: (app, stream, text) => listeners.get(app)?.onText(stream, text),
  };
  const rpc = createRpc<EngineMethods>((message) => worker.postMessage(message), methods);
  worker.on('message', rpc.receive);
  worker.on('error', (cause: unknown) =>
    rpc.close(new Error('The engine of framework/testing failed.', { cause })),
  );
  worker.on('exit', () => rpc.close(new Error('The engine of framework/testing stopped.')));
  const whileOpen = async <T>(asked: Promise<T>): Promise<T> => {
    open += 1;
    worker.ref();
    try {
      return await asked;
    } finally {
      open -= 1;
      if (open === 0) worker.unref();
    }
  };
  /** Keeps the process alive only while the stream is being read. */
  const keepWhileRead = ({ chunks }: Received<RawHead>): void => {
    const next = chunks.next.bind(chunks);
    const stop = chunks.return?.bind(chunks);
    Object.assign(chunks, {
      next: () => whileOpen(next()),
      return: () => whileOpen(Promise.resolve(stop?.())),
    });
  };
  return {
    request: async (name, ...values) => {
      const result = await whileOpen(rpc.request(name, ...values));
      if (name === 'stream') keepWhileRead(result as Received<RawHead>); // because this method returns it
      return result;
    },
    listen: (listener) => {
      lastApp += 1;
      listeners.set(lastApp, listener);
      return lastApp;
    },
    forget: (app) => listeners.delete(app),
  };
}

/** Calls `work`. If it throws, the stack of the error begins at the line of the test that called `called`. */
export function throwAtCaller<T>(called: (...values: never) => unknown, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error, called);
    throw error;
  }
}

/** Like `throwAtCaller`, for a promise. An error without a stack gets the stack of the call in the test. */
export async function rejectAtCaller<T>(
  called: (...values: never) => unknown,
  work: () => Promise<T>,
): Promise<T> {
  const location = { stack: '' };
  Error.captureStackTrace(location, called);
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.stack === headOf(error)) {
      error.stack += location.stack.slice(location.stack.indexOf('\n'));
    }
    throw error;
  }
}
