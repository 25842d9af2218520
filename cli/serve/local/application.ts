// One build of the application with its process, its open requests and calls, and their timeouts. If the process ends or hangs,
// another one receives the jobs that it had not started.
import { pathToFileURL } from 'node:url';
import { within } from '../../program/time-limit.js';
import type { AnswerHead, FunctionOutcome, HttpAnswer, Invocation } from '../gateway/index.js';
import type {
  AppProcess,
  ProcessEnd,
  ProcessOptions,
  StartProcess,
  WorkerSetup,
} from './app-process.js';
import type { Received } from './rpc.js';

export type Outcome = HttpAnswer | 'failed' | 'timed-out';

/** A response that is sent while the application creates it. If it cannot be completed, reading its chunks fails. */
export type StreamedAnswer = Pick<Received<AnswerHead>, 'head' | 'chunks'>;

/** An event for the terminal. `lost` is the number of failed requests. */
export type AppEvent =
  | {
      readonly kind: 'text';
      readonly stream: 'out' | 'err';
      readonly text: string;
      /** The request that printed it; undefined if unknown. */
      readonly invocation: Invocation | undefined;
    }
  | { readonly kind: 'ended'; readonly end: ProcessEnd; readonly lost: number }
  | { readonly kind: 'failed'; readonly invocation: Invocation; readonly reason: string }
  | {
      readonly kind: 'timed-out';
      readonly invocation: Invocation;
      readonly milliseconds: number;
      readonly isStream: boolean;
    }
  | { readonly kind: 'blocked'; readonly lost: number }
  | { readonly kind: 'load-timed-out'; readonly milliseconds: number };

export type ApplicationOptions = ProcessOptions & {
  readonly startProcess: StartProcess;
  /** Resolves to the folder with `index.mjs` when it has been written, or to undefined if that failed. */
  readonly bundled: Promise<string | undefined>;
  readonly setup: Omit<WorkerSetup, 'bundle' | 'variables'>;
  /** Environment variables that are not known yet when the process is started. */
  readonly variables?: Promise<WorkerSetup['variables']> | undefined;
  /** The file URLs of modules that the process may load in advance; they have no side effects. */
  readonly reads?: readonly string[];
  /** The timeout of a request in milliseconds; undefined with a debugger, which may pause the application for a long time. */
  readonly timeout: number | undefined;
  readonly functionTimeout: (name: string) => number | undefined;
  /** The limits of streams in milliseconds: the total time, and the longest time without a chunk. */
  readonly streamLimits?: { readonly time: number | undefined; readonly idle: number };
  readonly onEvent: (event: AppEvent) => void;
  readonly onLoaded?: () => void;
};

export type Application = {
  readonly invoke: (invocation: Invocation) => Promise<Outcome>;
  /** Resolves when the first chunk arrives. */
  readonly stream: (
    invocation: Invocation,
  ) => Promise<StreamedAnswer | Exclude<Outcome, HttpAnswer>>;
  readonly call: (name: string, event: unknown) => Promise<FunctionOutcome>;
  /** Resolves to false if the first process failed to load the application. */
  readonly started: Promise<boolean>;
  /** Stops accepting requests. The process ends after its last request. Streams are cut off after a while. */
  readonly retire: () => void;
  readonly closeInspector: () => Promise<void>;
  /** Stops the application immediately, so that waiting requests fail. */
  readonly stop: () => Promise<void>;
};

/** Why a job has no result. `after` is in milliseconds. */
type Failure =
  | { readonly kind: 'ended' | 'not-loaded' }
  | { readonly kind: 'timed-out'; readonly after: number }
  /** The request or the response could not be sent. */
  | { readonly kind: 'refused'; readonly reason: string };

type Job = {
  readonly number: number;
  /** The request; undefined for a function call. */
  readonly invocation: Invocation | undefined;
  readonly isStream: boolean;
  /** The timeout after the job is sent, and the timeout while it waits for the application to load. */
  readonly limit: number | undefined;
  readonly loadLimit: number | undefined;
  readonly ask: (process: AppProcess) => Promise<unknown>;
  readonly settle: (result: unknown) => void;
  timer: NodeJS.Timeout | undefined;
  /** The process that the job was sent to; undefined while the job waits. */
  sentTo: AppProcess | undefined;
  /** When the job was sent, from `performance.now`. */
  sentTime: number;
  hasBegun: boolean;
  /** The stream of its chunks, once its head has been received. The job ends with the stream. */
  streamed: Received<AnswerHead> | undefined;
};

type JobOptions = Pick<Job, 'limit' | 'invocation'> & { readonly isStream?: boolean };

/** How long a stream may continue after a save, in milliseconds. A client that reconnects gets the new application. */
const STREAM_GRACE = 10_000;

/** A process that does not respond to a ping within this many milliseconds is blocked, not just waiting for the processor. */
const PING_TIMEOUT = 1000;

/**
 * The maximum time for loading an application, in milliseconds, unless the timeout of its requests is longer. Lambda also limits
 * the init phase separately: docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
const LOAD_TIMEOUT = 10_000;

/** Requests may be sent before the application is loaded. */
export function startApplication(options: ApplicationOptions): Application {
  const { timeout, onEvent, streamLimits } = options;
  const idleLimit = streamLimits?.idle ?? Infinity;
  const jobs = new Map<number, Job>();
  let lastNumber = 0;
  let running: AppProcess | undefined;
  let isReady = false;
  let isRetired = false;
  let examined: Promise<void> | undefined;
  let settleStarted: (isLoaded: boolean) => void;
  const started = new Promise<boolean>((resolve) => (settleStarted = resolve));

  const start = (): void => {
    isReady = false;
    const born = options.startProcess(options, {
      onBegin: (number) => {
        const job = jobs.get(number);
        if (job) job.hasBegun = true;
      },
      onText: (stream, text, job) => {
        const invocation = job === undefined ? undefined : jobs.get(job)?.invocation;
        onEvent({ kind: 'text', stream, text, invocation });
      },
      onEnd: (end) => {
        if (running === born) replace((lost) => ({ kind: 'ended', end, lost }));
      },
    });
    running = born;
    if (options.reads) born.notify('prepare', options.reads);
    void options.bundled.then(async (directory) => {
      if (directory === undefined) return;
      const variables = options.variables && (await options.variables);
      const bundle = pathToFileURL(`${directory}/index.mjs`).href;
      // If a process cannot load the bundle, `onEnd` reports this.
      const isLoaded = await born.request('load', { ...options.setup, bundle, variables }).then(
        () => true,
        () => false,
      );
      if (!isLoaded || running !== born) return;
      isReady = true;
      for (const job of jobs.values()) send(job, born);
      settleStarted(true);
      options.onLoaded?.();
    });
  };

  const send = (job: Job, to: AppProcess): void => {
    job.sentTo = to;
    job.sentTime = performance.now();
    arm(job, firstLimitOf(job));
    const settle = (result: unknown): void => {
      const streamed = isReceived(result) ? result : undefined;
      // In the meantime, the job may have timed out or been assigned to another process.
      if (!jobs.has(job.number) || job.sentTo !== to) {
        void streamed?.chunks.return?.();
        return;
      }
      if (streamed) follow(job, streamed);
      else remove(job);
      job.settle(result);
    };
    job.ask(to).then(settle, (error: unknown) => {
      settle({ kind: 'refused', reason: String(error) } satisfies Failure);
    });
  };

  /** Keeps a job until its stream has ended. If the generator ends slowly, this can be later than the last chunk. */
  const follow = (job: Job, streamed: Received<AnswerHead>): void => {
    job.streamed = streamed;
    void streamed.ended.then(() => {
      if (jobs.get(job.number) === job) remove(job);
    });
    if (isRetired) setTimeout(cut, STREAM_GRACE, job).unref();
  };

  /** Cuts off the stream of a retired application, and gives its generator some time to end. */
  const cut = (job: Job): void => {
    job.streamed?.cut(new Error('a save has replaced the application'));
    setTimeout(remove, PING_TIMEOUT, job).unref();
  };

  const arm = (job: Job, milliseconds: number | undefined): void => {
    clearTimeout(job.timer);
    if (milliseconds === undefined) return;
    const timer = setTimeout(() => {
      // If this process was busy, the response may have arrived but not been read yet. It is read before `setImmediate` runs.
      setImmediate(() => {
        if (jobs.has(job.number) && job.timer === timer) expire(job);
      });
    }, milliseconds);
    job.timer = timer;
  };

  const expire = (job: Job): void => {
    const suspect = running;
    if (job.streamed) {
      const limit = limitOf(job, job.streamed);
      if (typeof limit === 'number') {
        arm(job, limit);
        return;
      }
      remove(job);
      job.streamed.cut(new Error(limit));
    } else if (job.sentTo && !job.hasBegun) {
      // Another job is blocking the process.
      arm(job, 2 * PING_TIMEOUT);
    } else {
      const { invocation, isStream } = job;
      const after = (job.sentTo ? firstLimitOf(job) : job.loadLimit) ?? 0;
      remove(job);
      if (invocation) onEvent({ kind: 'timed-out', invocation, milliseconds: after, isStream });
      job.settle({ kind: 'timed-out', after } satisfies Failure);
    }
    if (suspect) examined = examine(suspect, job.loadLimit);
  };

  /** Returns how long a job may take to produce its result or, for a stream, the head of the response. */
  const firstLimitOf = ({ limit, isStream }: Job): number | undefined =>
    isStream && limit !== undefined ? Math.min(limit, idleLimit) : limit;

  /** Returns the reason if a stream must be cut off, otherwise the number of milliseconds until the next check. */
  const limitOf = (
    { limit = Infinity, sentTime }: Job,
    { lastTime }: Received<AnswerHead>,
  ): string | number => {
    const now = performance.now();
    const time = sentTime + limit - now;
    const idle = lastTime() + (limit === Infinity ? Infinity : idleLimit) - now;
    if (time <= 0) return `timed out after ${limit / 1000} s`;
    return idle > 0 ? Math.min(time, idle) : `sent nothing for ${idleLimit / 1000} s`;
  };

  const remove = (job: Job): void => {
    clearTimeout(job.timer);
    jobs.delete(job.number);
    endWhenIdle();
  };

  const endWhenIdle = (): void => {
    if (isRetired && jobs.size === 0) void stop();
  };

  /** Replaces the process if it does not respond to a ping or has not loaded yet. Keeps it if a view is only waiting. */
  const examine = async (suspect: AppProcess, loadLimit: number | undefined): Promise<void> => {
    if (isReady && (await isResponsive(suspect))) return;
    if (suspect !== running) return;
    const wasReady = isReady;
    void suspect.terminate();
    replace((lost) =>
      wasReady
        ? { kind: 'blocked', lost }
        : { kind: 'load-timed-out', milliseconds: loadLimit ?? 0 },
    );
  };

  /** Fails the jobs that an ended process had started, or all jobs if it had not loaded. Others wait for the next process. */
  const replace = (eventOf: (lost: number) => AppEvent): void => {
    const wasReady = isReady;
    running = undefined;
    isReady = false;
    const lost = [...jobs.values()].filter(({ hasBegun }) => hasBegun || !wasReady);
    for (const { number } of lost) jobs.delete(number);
    for (const job of jobs.values()) {
      job.sentTo = undefined;
      arm(job, job.loadLimit);
    }
    // The client of a stream that has started notices the end of the process, so such streams are not counted.
    onEvent(eventOf(lost.filter(({ invocation, streamed }) => invocation && !streamed).length));
    for (const job of lost) {
      clearTimeout(job.timer);
      job.settle({ kind: wasReady ? 'ended' : 'not-loaded' } satisfies Failure);
    }
    settleStarted(false);
    if (wasReady && (!isRetired || jobs.size > 0)) start();
    endWhenIdle();
  };

  const run = <T>(
    { limit, invocation, isStream = false }: JobOptions,
    ask: (process: AppProcess, number: number) => Promise<T>,
  ): Promise<T | Failure> =>
    new Promise((resolve) => {
      lastNumber += 1;
      const number = lastNumber;
      const job: Job = {
        number,
        invocation,
        isStream,
        limit,
        // A call also waits as long as requests do, because a timeout while loading would fail all of them.
        loadLimit: limit === undefined ? undefined : Math.max(limit, timeout ?? 0, LOAD_TIMEOUT),
        ask: (process) => ask(process, number),
        settle: (result) => {
          resolve(result as T | Failure); // because `ask` returned it
        },
        timer: undefined,
        sentTo: undefined,
        sentTime: 0,
        hasBegun: false,
        streamed: undefined,
      };
      jobs.set(number, job);
      if (!running) start();
      if (running && isReady) send(job, running);
      else arm(job, job.loadLimit);
    });

  const stop = async (): Promise<void> => {
    isRetired = true;
    const last = running;
    running = undefined;
    for (const job of jobs.values()) {
      clearTimeout(job.timer);
      job.settle({ kind: 'ended' } satisfies Failure);
    }
    jobs.clear();
    settleStarted(isReady);
    await last?.terminate();
  };

  const failed = (invocation: Invocation, failure: Failure): 'failed' | 'timed-out' => {
    if (failure.kind === 'refused') onEvent({ kind: 'failed', invocation, reason: failure.reason });
    return failure.kind === 'timed-out' ? 'timed-out' : 'failed';
  };

  start();
  return {
    started,
    invoke: async (invocation) => {
      const result = await run({ limit: timeout, invocation }, (process, job) =>
        process.request('invoke', job, invocation),
      );
      return 'status' in result ? result : failed(invocation, result);
    },
    stream: async (invocation) => {
      const asked = { limit: streamLimits?.time, invocation, isStream: true };
      const result = await run(asked, (process, job) => process.request('stream', job, invocation));
      return 'kind' in result ? failed(invocation, result) : result;
    },
    call: async (name, event) => {
      const limit = options.functionTimeout(name);
      const outcome = await run({ limit, invocation: undefined }, (process, job) =>
        process.request('call', job, name, event),
      );
      switch (outcome.kind) {
        case 'ended':
          return { kind: 'failed', message: 'the application ended' };
        case 'not-loaded':
          return { kind: 'failed', message: 'the application could not be loaded' };
        case 'timed-out':
          // Waits until `examine` has found out whether the function blocks the process.
          await examined;
          return { kind: 'failed', message: `timed out after ${outcome.after / 1000} s` };
        case 'refused':
          return { kind: 'failed', message: outcome.reason };
        default:
          return outcome;
      }
    },
    retire: () => {
      isRetired = true;
      endWhenIdle();
      for (const job of jobs.values()) if (job.streamed) setTimeout(cut, STREAM_GRACE, job).unref();
    },
    closeInspector: async () => {
      // A process that is paused by a debugger keeps its port, so the next process uses another port.
      const asked = running && isReady ? running.request('closeInspector') : undefined;
      await within(
        PING_TIMEOUT,
        Promise.resolve(asked).catch(() => undefined),
      );
    },
    stop,
  };
}

function isReceived(result: unknown): result is Received<AnswerHead> {
  return typeof result === 'object' && result !== null && 'chunks' in result;
}

async function isResponsive(process: AppProcess): Promise<boolean> {
  const pong = process.request('ping').then(
    () => true,
    () => false,
  );
  return (await within(PING_TIMEOUT, pong)) ?? false;
}
