// Runs the application in a process or a thread. It loads the bundle, turns each invocation into an event, and each result
// into an answer. Built as `dist/cli/worker.js`. No other file of this package runs the user's code.
import { inspect } from 'node:util';
import process from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import { throughJson } from '../../../compiler/json-values.js';
import { createEventMaker } from '../gateway/proxy-event.js';
import { createLambdaContext } from '../gateway/lambda-context.js';
import { toAnswer } from '../gateway/proxy-result.js';
import type { FunctionFacts, FunctionOutcome } from '../gateway/index.js';
import { MOST_WAITING, packAnswer, unpackInvocation } from './messages.js';
import type { AnswerRow, FromWorker, InvocationRow, ToWorker, WorkerSetup } from './messages.js';
import { withProvided } from './provided-values.js';
import { keepCompiledCode } from './compiled-code.js';
import { openHost } from './worker-host.js';

/** Frames of loading the application. They do not help to understand a stack. */
const LOADING = /^\s+at .*(?:node:internal\/(?:modules|process)\/|\/cli\/worker\.js)/;

type Handler = (event: unknown, context: unknown) => unknown;

const host = openHost();
const post = (message: FromWorker): void => {
  host.post(message);
};

// Output of the application is sent at once through the port of the answers. So it is printed before the line of its
// request, and it is not lost when the application ends itself or blocks.
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

type Loaded = {
  readonly setup: WorkerSetup;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly handler: Handler;
  readonly toEvent: ReturnType<typeof createEventMaker>;
};

let answers: AnswerRow[] = [];
function answer(row: AnswerRow): void {
  const waiting = answers.push(row);
  if (waiting === MOST_WAITING) flush();
  else if (waiting === 1) setImmediate(flush);
}

function flush(): void {
  if (answers.length === 0) return;
  const rows = answers;
  answers = [];
  post({ kind: 'answers', rows });
}

function invoke(row: InvocationRow, { setup, handler, toEvent }: Loaded): void {
  const [slot, number] = row;
  const invocation = unpackInvocation(row);
  const context = contextOf(setup.apiFunction, invocation.requestId);
  host.begin(number);
  try {
    const result = withProvided(invocation.provided ?? [], () =>
      handler(toEvent(invocation), context),
    );
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

async function call(
  { name, event }: Pick<Extract<ToWorker, { kind: 'call' }>, 'name' | 'event'>,
  { setup, exports }: Loaded,
): Promise<FunctionOutcome> {
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

/** Milliseconds after which a worker writes its compiled code to the disk. Later it may be ended without notice. */
const SOON = 500;

/** Reads modules before the bundle needs them. One that cannot be read is reported when the bundle loads it. */
async function prepare(modules: readonly string[]): Promise<void> {
  for (const module of modules) {
    keepCompiledCode(module);
    await import(module).catch(() => undefined);
  }
}

async function load(setup: WorkerSetup): Promise<Loaded> {
  try {
    for (const [name, value] of Object.entries(setup.environment ?? {})) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    const writeCompiledCode = keepCompiledCode(setup.bundle);
    const exports = (await import(setup.bundle)) as Record<string, unknown>; // because a module is its exports
    const handler = exports['handler'] as Handler; // because the bundle exports it
    post({ kind: 'ready' });
    setTimeout(writeCompiledCode, SOON).unref();
    return { setup, exports, handler, toEvent: createEventMaker(setup.identity) };
  } catch (error) {
    post({ kind: 'broken', trace: traceOf(error) });
    return process.exit(1);
  }
}

let loaded: Loaded | undefined;
host.onMessage((message: ToWorker) => {
  switch (message.kind) {
    case 'prepare':
      void prepare(message.modules);
      return;
    case 'load':
      void load(message.setup).then((made) => (loaded = made));
      return;
    case 'invoke':
      // Before the application is loaded, the only message is `load`.
      if (loaded) for (const row of message.rows) invoke(row, loaded);
      return;
    case 'call':
      if (!loaded) return;
      void call(message, loaded).then((outcome) => {
        post({ kind: 'called', number: message.number, outcome });
      });
      return;
    case 'ping':
      post({ kind: 'pong' });
  }
});

/** The stack of an error with its causes, without frames of loading; any other value as `console.log` shows it. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return `Uncaught ${inspect(error)}`;
  return inspect(error)
    .split('\n')
    .filter((line) => !LOADING.test(line))
    .join('\n');
}
