// One build of the application with its worker, the waiting requests, and their time-outs. When the worker ends or
// hangs, another one replaces it and gets the requests that the old one had not begun.
import { within } from '../../program/time-limit.js';
import type { FunctionOutcome, HttpAnswer, Invocation } from '../gateway/index.js';
import { type AppWorker, startWorker, type WorkerOptions } from './app-worker.js';
import type { WorkerEnd } from './worker-link.js';
import { createSlots } from './slots.js';

export type Outcome = HttpAnswer | 'failed' | 'timed-out';

/** An event for the terminal. */
export type AppEvent =
  | { readonly kind: 'text'; readonly stream: 'out' | 'err'; readonly text: string }
  | { readonly kind: 'ended'; readonly end: WorkerEnd; readonly lost: number }
  | { readonly kind: 'failed'; readonly invocation: Invocation; readonly reason: string }
  | { readonly kind: 'timed-out'; readonly invocation: Invocation; readonly milliseconds: number }
  | { readonly kind: 'blocked'; readonly lost: number }
  | { readonly kind: 'load-timed-out'; readonly milliseconds: number };

export type ApplicationOptions = WorkerOptions & {
  /** The time-out of a request in milliseconds; undefined with a debugger, which may stop the application for long. */
  readonly timeout: number | undefined;
  /** The time-out of a lambda function. */
  readonly functionTimeout: (name: string) => number | undefined;
  readonly onEvent: (event: AppEvent) => void;
};

export type Application = {
  readonly invoke: (invocation: Invocation, respond: (outcome: Outcome) => void) => void;
  readonly call: (name: string, event: unknown) => Promise<FunctionOutcome>;
  /** True when the first worker has loaded the application, false when it could not. */
  readonly started: Promise<boolean>;
  /** Takes no more requests. The worker ends after its last one. */
  readonly retire: () => void;
  /** Ends the worker at once. Waiting requests are answered as failed. */
  readonly stop: () => Promise<void>;
};

type Pending = {
  readonly slot: number;
  readonly number: number;
  readonly invocation: Invocation;
  readonly respond: (outcome: Outcome) => void;
  /** Until it is sent, that of the load that it waits for. */
  deadline: number;
  /** The worker that the request was sent to; undefined while it waits. */
  worker: AppWorker | undefined;
};

/**
 * How long a worker may take to answer a ping before it counts as blocked, in milliseconds. One that only waits for the
 * processor must not: its state and the requests that it has begun are lost with it.
 */
const PING_TIMEOUT = 1000;

/**
 * How long an application may take to load, in milliseconds, unless its requests have longer. Lambda counts the load apart
 * from the time of a function too: docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
const LOAD_TIMEOUT = 10_000;

/** Starts an application; requests may come before it is loaded. */
export function startApplication(options: ApplicationOptions): Application {
  const { timeout, onEvent } = options;
  const pending = createSlots<Pending>();
  let lastNumber = 0;
  let calls = 0;
  let worker: AppWorker | undefined;
  let isReady = false;
  let isRetired = false;
  let timer: NodeJS.Timeout | undefined;
  /** When the timer is over. */
  let armed = Infinity;
  /**
   * How long a call with this limit waits for the load. It waits as long as requests do, because a load that is given up ends
   * for all.
   */
  const loadLimit = (limit: number | undefined): number | undefined =>
    limit === undefined ? undefined : Math.max(limit, timeout ?? 0, LOAD_TIMEOUT);
  const loadTimeout = loadLimit(timeout);
  let settleStarted: (isLoaded: boolean) => void;
  const started = new Promise<boolean>((resolve) => (settleStarted = resolve));
  const callers: (() => void)[] = [];

  const start = (): void => {
    isReady = false;
    const born = startWorker(options, {
      onReady: () => {
        isReady = true;
        for (const request of inOrder()) if (!request.worker) send(request, born);
        settled();
      },
      onAnswer: (slot, number, answer) => {
        const request = pending.get(slot);
        // The request may have timed out, and another one may have its slot by now.
        if (request?.number !== number) return;
        remove(request);
        if ('failure' in answer) {
          onEvent({ kind: 'failed', invocation: request.invocation, reason: answer.failure });
          request.respond('failed');
        } else request.respond(answer);
      },
      onText: (stream, text) => {
        onEvent({ kind: 'text', stream, text });
      },
      onEnd: (end) => {
        ended(born, end);
      },
    });
    worker = born;
  };

  const settled = (): void => {
    settleStarted(isReady);
    for (const resume of callers.splice(0)) resume();
  };

  const send = (request: Pending, to: AppWorker): void => {
    request.worker = to;
    request.deadline = after(timeout);
    arm(request.deadline);
    to.send(request.slot, request.number, request.invocation);
  };

  const inOrder = (): Pending[] => pending.items().sort((a, b) => a.number - b.number);

  const remove = (request: Pending): void => {
    pending.free(request.slot);
    endWhenIdle();
  };

  const endWhenIdle = (): void => {
    if (isRetired && pending.size() === 0 && calls === 0) void stop();
  };

  const ended = (dead: AppWorker, end: WorkerEnd): void => {
    if (dead !== worker) return;
    const wasReady = isReady;
    worker = undefined;
    isReady = false;
    // When loading fails, all waiting requests fail, and the next request tries again.
    const lost = wasReady ? takeBegun(dead) : takeAll();
    onEvent({ kind: 'ended', end, lost: lost.length });
    for (const request of lost) request.respond('failed');
    if (wasReady && (!isRetired || pending.size() > 0)) start();
    settled();
    endWhenIdle();
  };

  /** Removes the requests that an ended worker had begun. The others stay for the next worker. */
  const takeBegun = (dead: AppWorker): Pending[] => {
    const sent = pending.items().filter((request) => request.worker === dead);
    const lost = sent.filter(({ number }) => number <= dead.lastBegun());
    for (const { slot } of lost) pending.free(slot);
    for (const request of sent) {
      request.worker = undefined;
      request.deadline = after(loadTimeout);
    }
    return lost;
  };

  const takeAll = (): Pending[] => {
    const all = inOrder();
    for (const { slot } of all) pending.free(slot);
    return all;
  };

  const after = (limit: number | undefined): number =>
    limit === undefined ? Infinity : performance.now() + limit;

  const arm = (at: number): void => {
    if (at >= armed) return;
    clearTimeout(timer);
    armed = at;
    // When this process was busy, the answer may have come and not been read yet. It is read before the immediate.
    timer = setTimeout(() => setImmediate(expire), Math.max(1, at - performance.now()));
  };

  const disarm = (): void => {
    clearTimeout(timer);
    armed = Infinity;
  };

  const expire = (): void => {
    disarm();
    const now = performance.now();
    let next = Infinity;
    let isSuspect = false;
    for (const request of inOrder()) {
      if (request.deadline > now) {
        next = Math.min(next, request.deadline);
        continue;
      }
      isSuspect = true;
      // The request has not begun, because another one blocks the worker. That one is examined first.
      if (request.worker && request.number > request.worker.lastBegun()) {
        request.deadline = now + 2 * PING_TIMEOUT;
        next = Math.min(next, request.deadline);
        continue;
      }
      remove(request);
      const milliseconds = (request.worker ? timeout : loadTimeout) ?? 0;
      onEvent({ kind: 'timed-out', invocation: request.invocation, milliseconds });
      request.respond('timed-out');
    }
    arm(next);
    if (isSuspect && worker) void examine(worker, loadTimeout);
  };

  /**
   * Finds out whether a time-out comes from a view that only waits, or from one that blocks the worker. A blocked
   * worker is replaced. One that has not loaded in this time is ended.
   */
  const examine = async (suspect: AppWorker, loadTime: number | undefined): Promise<void> => {
    if (isReady && (await suspect.isResponsive(PING_TIMEOUT))) return;
    if (suspect !== worker) return;
    const wasReady = isReady;
    worker = undefined;
    isReady = false;
    void suspect.terminate();
    const lost = wasReady ? takeBegun(suspect) : takeAll();
    onEvent(
      wasReady
        ? { kind: 'blocked', lost: lost.length }
        : { kind: 'load-timed-out', milliseconds: loadTime ?? 0 },
    );
    for (const request of lost) request.respond('failed');
    if (wasReady && (!isRetired || pending.size() > 0)) start();
    settled();
  };

  /** True when the application has been loaded or could not be, undefined when the time for that is over. */
  const waitForLoad = (limit: number | undefined): Promise<true | undefined> =>
    within(
      limit,
      new Promise((resolve) => {
        callers.push(() => {
          resolve(true);
        });
      }),
    );

  const callNow = (name: string, event: unknown): Promise<FunctionOutcome> =>
    worker && isReady
      ? worker.call(name, event)
      : Promise.resolve({ kind: 'failed', message: 'the application could not be loaded' });

  const stop = async (): Promise<void> => {
    isRetired = true;
    disarm();
    for (const request of takeAll()) request.respond('failed');
    const last = worker;
    worker = undefined;
    settled();
    await last?.terminate();
  };

  start();
  return {
    started,
    invoke: (invocation, respond) => {
      lastNumber += 1;
      const slot = pending.next();
      const request: Pending = {
        slot,
        number: lastNumber,
        invocation,
        respond,
        deadline: after(loadTimeout),
        worker: undefined,
      };
      pending.put(slot, request);
      if (worker && isReady) send(request, worker);
      else arm(request.deadline);
      if (!worker) start();
    },
    call: async (name, event) => {
      if (!worker) start();
      calls += 1;
      const limit = options.functionTimeout(name);
      const loadTime = loadLimit(limit);
      const asked = worker;
      const hasSettled = isReady || (await waitForLoad(loadTime));
      const outcome = hasSettled && (await within(limit, callNow(name, event)));
      calls -= 1;
      endWhenIdle();
      if (outcome) return outcome;
      // The next call needs a worker that is not blocked.
      if (asked) await examine(asked, loadTime);
      const over = (hasSettled ? limit : loadTime) ?? 0;
      return { kind: 'failed', message: `timed out after ${over / 1000} s` };
    },
    retire: () => {
      isRetired = true;
      endWhenIdle();
    },
    stop,
  };
}
