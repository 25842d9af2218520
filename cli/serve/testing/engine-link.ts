// The test's side of the engine, which is one thread for each test process. It starts with the first application, and
// keeps the process alive only while a question is open.
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { nameOf } from './caller-errors.js';
import type { Call, FromEngine, Outcome, Refusal, Task, ToEngine } from './messages.js';

/** The built engine, relative to this file in the build. */
const ENGINE = new URL('../testing-engine.js', import.meta.url);

/** What the engine sends to an application without being asked. */
export type AppListener = {
  readonly onText: (stream: 'out' | 'err', text: string) => void;
  /** Called to run a function of an application that the test has loaded. */
  readonly onCall: (call: Call) => Promise<unknown>;
};

export type Engine = {
  /** Resolves with the value of the outcome, or rejects with its error. */
  readonly ask: (task: Task) => Promise<unknown>;
  /** Registers an application and returns its number. The listener is called until `forget`. */
  readonly listen: (listener: AppListener) => number;
  readonly forget: (app: number) => void;
};

let engine: Engine | undefined;

/** Returns the engine of this process. */
export function theEngine(): Engine {
  return (engine ??= startEngine());
}

type Waiting = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
};

function startEngine(): Engine {
  // The options of the test runner's process are not for the compiler.
  const worker = new Worker(ENGINE, { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } });
  worker.unref();
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<number, AppListener>();
  let lastNumber = 0;
  let lastApp = 0;
  /** There is no second engine, because the parser cannot be loaded again after its thread has ended. */
  let end: Error | undefined;

  const post = (message: ToEngine): void => {
    worker.postMessage(message);
  };
  const settle = (number: number, outcome: Outcome): void => {
    const asked = waiting.get(number);
    waiting.delete(number);
    if (waiting.size === 0) worker.unref();
    if (outcome.kind === 'done') asked?.resolve(outcome.value);
    else asked?.reject(errorOf(outcome.refusal));
  };
  const run = async (call: Call): Promise<void> => {
    const { app, number } = call;
    try {
      const value = await listeners.get(app)?.onCall(call);
      post({ kind: 'called', number, outcome: { kind: 'done', value } });
    } catch (error) {
      post({ kind: 'called', number, outcome: { kind: 'refused', refusal: refusalOf(error) } });
    }
  };
  const fail = (reason: Error): void => {
    end ??= reason;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  worker.on('message', (message: FromEngine) => {
    switch (message.kind) {
      case 'settled':
        settle(message.number, message.outcome);
        return;
      case 'call':
        void run(message.call);
        return;
      case 'text': {
        const { app, stream, text } = message;
        listeners.get(app)?.onText(stream, text);
      }
    }
  });
  worker.on('error', (error: unknown) => {
    fail(new Error('The engine of framework/testing failed.', { cause: error }));
  });
  worker.on('exit', () => {
    fail(new Error('The engine of framework/testing ended.'));
  });
  return {
    ask: (task) =>
      new Promise((resolve, reject) => {
        if (end) {
          reject(end);
          return;
        }
        lastNumber += 1;
        waiting.set(lastNumber, { resolve, reject });
        worker.ref();
        post({ kind: 'task', number: lastNumber, task });
      }),
    listen: (listener) => {
      lastApp += 1;
      listeners.set(lastApp, listener);
      return lastApp;
    },
    forget: (app) => {
      listeners.delete(app);
    },
  };
}

/** The error has the stack of the application, or none. A stack inside of this package would not help. */
function errorOf({ name, message, stack }: Refusal): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = stack ?? nameOf(error);
  return error;
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  return { name, message, ...(stack !== undefined && { stack }) };
}
