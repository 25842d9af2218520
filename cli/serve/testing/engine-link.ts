// The test's side of the engine, which is one thread for each test process. It starts with the first application, and
// keeps the process alive only while a question is open.
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { createQuestions } from '../local/questions.js';
import type { Call, FromEngine, Outcome, Task, ToEngine } from './messages.js';
import { errorOf, postOutcome } from './outcome.js';

/** The built engine, relative to this file in the build. */
const ENGINE = new URL('../testing-engine.js', import.meta.url);

/** What the engine sends to an application without a question. */
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

/** The engine of this process. `directory` is that of a project whose thread it will start. */
export function theEngine(directory: string | undefined): Engine {
  return (engine ??= startEngine(directory));
}

/** A process starts no second engine: swc cannot be loaded again after its thread has ended. */
type Ended = { readonly kind: 'ended'; readonly error: Error };

function startEngine(directory: string | undefined): Engine {
  // The Node.js options of the test runner's process do not apply to the compiler.
  const worker = new Worker(ENGINE, {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    workerData: directory,
  });
  worker.unref();
  const questions = createQuestions<Outcome | Ended>();
  const listeners = new Map<number, AppListener>();
  let lastApp = 0;
  let end: Ended | undefined;

  const post = (message: ToEngine): void => {
    worker.postMessage(message);
  };
  const fail = (error: Error): void => {
    end ??= { kind: 'ended', error };
    questions.settleAll(end);
  };
  worker.on('message', (message: FromEngine) => {
    switch (message.kind) {
      case 'settled':
        questions.settle(message);
        if (!questions.areOpen()) worker.unref();
        return;
      case 'call': {
        const { app, number } = message.call;
        void postOutcome(
          async () => listeners.get(app)?.onCall(message.call),
          (outcome) => {
            post({ kind: 'called', number, outcome });
          },
        );
        return;
      }
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
    ask: async (task) => {
      if (end) throw end.error;
      const outcome = await questions.ask((number) => {
        worker.ref();
        post({ kind: 'task', number, task });
      });
      if (outcome.kind === 'done') return outcome.value;
      throw outcome.kind === 'ended' ? outcome.error : errorOf(outcome.refusal);
    },
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
