// The thread that runs the application: it loads the bundle, makes each invocation an event and each result an answer.
// Built as `dist/cli/worker.js`; it is the only place of this package that executes the user's code.
import process from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import { parentPort, workerData } from 'node:worker_threads';
import { createEventMaker } from '../gateway/proxy-event.js';
import { createLambdaContext } from '../gateway/lambda-context.js';
import { throughJson } from '../gateway/json-text.js';
import { toAnswer } from '../gateway/proxy-result.js';
import type { FunctionFacts, FunctionOutcome } from '../gateway/index.js';
import { packAnswer, unpackInvocation } from './messages.js';
import type { AnswerRow, FromWorker, InvocationRow, ToWorker, WorkerSetup } from './messages.js';
import { traceOf } from './trace.js';

type Handler = (event: unknown, context: unknown) => unknown;

const setup = workerData as WorkerSetup; // because the server wrote it
const port = parentPort;
if (!port) throw new Error('worker.js is started by framework local');

const post = (message: FromWorker): void => {
  port.postMessage(message);
};

// What the application prints goes through the port of the answers, each text at once: so it stands before the line of
// its request, and is not lost when the application ends itself or never gives back control.
for (const [stream, name] of [
  [process.stdout, 'out'],
  [process.stderr, 'err'],
] as const) {
  const decoder = new StringDecoder('utf8');
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    flush();
    post({
      kind: 'text',
      stream: name,
      text: typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk)),
    });
    const done = rest.find((value) => typeof value === 'function');
    if (done) queueMicrotask(() => void Reflect.apply(done, undefined, []));
    return true;
  };
}

process.setSourceMapsEnabled(true);
process.on('uncaughtException', (error: unknown) => {
  post({ kind: 'uncaught', trace: traceOf(error) });
  process.exit(1);
});

let exports: Readonly<Record<string, unknown>> = {};

const toEvent = createEventMaker(setup.identity);

let answers: AnswerRow[] = [];
function answer(row: AnswerRow): void {
  if (answers.push(row) === 1) setImmediate(flush);
}

function flush(): void {
  if (answers.length === 0) return;
  const rows = answers;
  answers = [];
  post({ kind: 'answers', rows });
}

function invoke(row: InvocationRow, handler: Handler): void {
  const [slot, number] = row;
  const invocation = unpackInvocation(row);
  const context = contextOf(setup.apiFunction, invocation.requestId);
  setup.begun[0] = number;
  try {
    const result = handler(toEvent(invocation), context);
    if (result instanceof Promise) {
      result.then(
        (value: unknown) => {
          finish(value);
        },
        (error: unknown) => {
          fail(error);
        },
      );
    } else finish(result);
  } catch (error) {
    fail(error);
  }
  function finish(value: unknown): void {
    const made = toAnswer(value, invocation);
    answer(
      'kind' in made
        ? [slot, number, `The function's result is not an answer: ${made.reason}.`]
        : packAnswer(row, made),
    );
  }
  function fail(error: unknown): void {
    answer([slot, number, traceOf(error)]);
  }
}

function contextOf(facts: FunctionFacts, requestId: string) {
  return createLambdaContext(facts, { requestId, started: Date.now() }, Date.now);
}

async function call(name: string, event: unknown): Promise<FunctionOutcome> {
  const handler = exports[`function_${name}`] as Handler; // because the bundle exports one a function
  const facts = setup.functions[name] ?? setup.apiFunction;
  try {
    return {
      kind: 'returned',
      value: throughJson(await handler(event, contextOf(facts, crypto.randomUUID()))),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const type = error instanceof Error ? error.name : 'Error';
    return { kind: 'failed', message, type, trace: traceOf(error) };
  }
}

async function load(): Promise<void> {
  try {
    exports = (await import(setup.bundle)) as Record<string, unknown>; // because a module is its exports
    post({ kind: 'ready' });
  } catch (error) {
    post({ kind: 'broken', trace: traceOf(error) });
    process.exit(1);
  }
}

// Nothing but `load` comes before the application is ready.
port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'load':
      void load();
      return;
    case 'invoke': {
      const handler = exports['handler'] as Handler; // because the bundle exports it
      for (const row of message.rows) invoke(row, handler);
      return;
    }
    case 'call':
      void call(message.name, message.event).then((outcome) => {
        post({ kind: 'called', number: message.number, outcome });
      });
      return;
    case 'ping':
      post({ kind: 'pong' });
  }
});
