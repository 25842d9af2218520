// The process of the application, as seen by the server. If the process ends, for example because it runs out of memory, calls
// `process.abort()` or receives a signal, the server continues. If the server ends, the process ends too (worker.ts).
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { AnswerHead, FunctionOutcome, HttpAnswer, Invocation } from '../gateway/index.js';
import type { DeploymentNames } from './deployment-names.js';
import { createReader, createRpc, type Rpc, type Streamed, toBytes } from './rpc.js';

/** Tells the process what to load, and for which functions. */
export type WorkerSetup = Omit<DeploymentNames, 'functionPrefix'> & {
  /** The file URL of the built `index.mjs`. */
  readonly bundle: string;
  readonly inspectorPort?: number | undefined;
  /** Environment variables that were not known when the process was started. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
};

/** The requests that the server can send to the process. The process passes `job` to `begin`. */
export type WorkerMethods = {
  /** Reads modules that the bundle will load. `modules` are file URLs of modules without side effects. Sends no response. */
  readonly prepare: (modules: readonly string[]) => Promise<void>;
  readonly load: (setup: WorkerSetup) => Promise<void>;
  /** Calls the API function. The result is `refused` if the function threw, or if its result is malformed. */
  readonly invoke: (job: number, invocation: Invocation) => Promise<InvokeResult>;
  readonly stream: (
    job: number,
    invocation: Invocation,
  ) => Promise<Streamed<AnswerHead> | RefusedResult>;
  readonly call: (job: number, name: string, event: unknown) => Promise<FunctionOutcome>;
  readonly ping: () => void;
  /** Detaches debuggers, so that the next process can use the port. */
  readonly closeInspector: () => Promise<void>;
};

export type RefusedResult = { readonly kind: 'refused'; readonly reason: string };

export type InvokeResult = HttpAnswer | RefusedResult;

/** The messages from the process to the server. They arrive even if the process ends immediately after sending them. */
export type ServerMethods = {
  readonly begin: (job: number) => void;
  /** `job` is the request that printed the text, if known. */
  readonly print: (stream: 'out' | 'err', text: string, job?: number) => void;
  readonly fail: (end: FailedEnd) => void;
};

/** `broken`: the application threw while loading. `uncaught`: the application did not catch an error. */
type FailedEnd = { readonly kind: 'broken' | 'uncaught'; readonly trace: string };

export type ProcessEnd =
  | FailedEnd
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'out-of-memory' };

export type ProcessOptions = {
  readonly script: URL;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The limit of the heap in MB; undefined for no limit. */
  readonly heapLimit: number | undefined;
};

export type ProcessEvents = {
  readonly onBegin: (job: number) => void;
  readonly onText: ServerMethods['print'];
  /** Called after the last message, but not after {@link AppProcess.terminate}. */
  readonly onEnd: (end: ProcessEnd) => void;
};

export type AppProcess = Pick<Rpc<WorkerMethods>, 'request' | 'notify'> & {
  readonly terminate: () => Promise<void>;
};

export type StartProcess = (options: ProcessOptions, events: ProcessEvents) => AppProcess;

export const startProcess: StartProcess = (options, events) => attach(launch(options), events);

/** Input and output are separate pipes, because the process must be able to write while it is blocked (worker.ts). */
type Launched = {
  readonly child: ChildProcess;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly input: Writable;
  readonly output: Readable;
};

function launch({ script, environment, heapLimit }: ProcessOptions): Launched {
  const limit = heapLimit === undefined ? [] : [`--max-old-space-size=${heapLimit}`];
  const own = process.execArgv.filter((flag) => !flag.startsWith('--inspect'));
  const child = spawn(process.execPath, [...own, ...limit, fileURLToPath(script)], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  // because `stdio` requests pipes
  const [, stdout, stderr, input, output] = child.stdio as unknown as Pipes;
  // The end of the process is reported separately, so errors in its pipes are ignored.
  for (const stream of [child, input, output]) stream.on('error', () => undefined);
  return { child, stdout, stderr, input, output };
}

type Pipes = readonly [null, Readable, Readable, Writable, Readable];

/** How long output is read after the process has ended, in milliseconds. Child processes may keep the pipe open. */
const LAST_WORDS = 200;

/** Messages that V8 prints before it ends a process. */
const FATAL = /<--- Last few GCs --->|^(?:FATAL ERROR|#\s*# Fatal)/m;
const MEMORY = /out of memory|heap limit|allocation failed/i;

function attach(
  { child, stdout, stderr, input, output }: Launched,
  events: ProcessEvents,
): AppProcess {
  let end: ProcessEnd | undefined;
  let isTerminated = false;
  let fatal = '';
  const methods: ServerMethods = {
    begin: events.onBegin,
    print: (stream, text, job) => {
      if (!isTerminated) events.onText(stream, text, job);
    },
    fail: (failed) => {
      end = failed;
    },
  };
  const rpc = createRpc<WorkerMethods>((message) => {
    const bytes = toBytes(message);
    if (input.writable) input.write(bytes);
  }, methods);
  output.on('data', createReader(rpc.receive));
  // Only output that bypasses `process.stdout` arrives here: from child processes, native code, and V8.
  stdout.setEncoding('utf8').on('data', (text: string) => methods.print('out', text));
  stderr.setEncoding('utf8').on('data', (text: string) => {
    if (fatal === '' && !FATAL.test(text)) methods.print('err', text);
    else fatal += text;
  });

  const ended = new Promise<void>((resolve) => {
    const finish = async (own: ProcessEnd): Promise<void> => {
      const isLate = new Promise<void>((done) => setTimeout(done, LAST_WORDS));
      await Promise.race([Promise.all([closed(output), closed(stderr)]), isLate]);
      if (!isTerminated)
        events.onEnd(end ?? (MEMORY.test(fatal) ? { kind: 'out-of-memory' } : own));
      rpc.close(new Error('the application ended'));
      resolve();
    };
    child.once('error', (error) => {
      void finish({ kind: 'uncaught', trace: error.stack ?? error.message });
    });
    child.once('exit', (code, signal) => {
      void finish(signal ? { kind: 'killed', signal } : { kind: 'exit', code: code ?? 0 });
    });
  });
  return {
    ...rpc,
    terminate: async () => {
      isTerminated = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function closed(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', resolve);
  });
}

export type SpareProcess = {
  /** Uses the spare process if it was launched with the same options. */
  readonly start: StartProcess;
  readonly launch: (options: ProcessOptions) => void;
  /** Launches the next spare process after a short pause. */
  readonly launchNext: () => void;
  /** Sets the modules that the next spare process reads, as URLs. They are not application code, and have no side effects. */
  readonly willRead: (modules: readonly string[]) => void;
  /** No process is launched afterwards. */
  readonly stop: () => void;
};

/** The pause before a spare process is launched, in milliseconds, so that it does not slow down the process in use. */
const REST = 250;

/** Manages a process that is launched before it is needed (docs/decisions/spare-worker.md). `flags` are Node.js options. */
export function createSpareProcess(flags: readonly string[]): SpareProcess {
  let spare: { readonly key: string; readonly launched: Launched } | undefined;
  let last: ProcessOptions | undefined;
  let modules: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const take = (): typeof spare => {
    clearTimeout(timer);
    const taken = spare;
    spare = undefined;
    return taken;
  };
  const launchWith = (options: ProcessOptions): void => {
    const launched = launch(options);
    spare = { key: keyOf(options), launched };
    launched.input.write(toBytes({ kind: 'notice', id: 0, name: 'prepare', values: [modules] }));
  };
  return {
    start: (options, events) => {
      last = options;
      const ready = take();
      if (ready?.key === keyOf(options) && isRunning(ready.launched)) {
        return attach(ready.launched, events);
      }
      ready?.launched.child.kill('SIGKILL');
      return startProcess(options, events);
    },
    launch: launchWith,
    launchNext: () => {
      clearTimeout(timer);
      if (isStopped || spare || !last) return;
      if (runsCodeFirst([...flags, last.environment['NODE_OPTIONS'] ?? ''])) return;
      timer = setTimeout(launchWith, REST, last).unref();
    },
    willRead: (urls) => {
      modules = urls;
    },
    stop: () => {
      isStopped = true;
      take()?.launched.child.kill('SIGKILL');
    },
  };
}

function isRunning({ child }: Launched): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Returns true if Node.js options run user code, which a spare process would run before the latest edit. */
function runsCodeFirst(flags: readonly string[]): boolean {
  return flags.some((text) =>
    /(?:^|\s)(?:-r|--(?:require|import|(?:experimental-)?loader))\b/.test(text),
  );
}

function keyOf({ script, environment, heapLimit }: ProcessOptions): string {
  return JSON.stringify([script.href, Object.entries(environment).sort(), heapLimit]);
}
