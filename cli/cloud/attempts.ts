// Makes a call again while that is safe and sensible. The SDK makes one attempt at a time: it would also repeat a creation
// whose answer was lost, and gives up after two seconds where API Gateway wants thirty.
import { setTimeout as pause } from 'node:timers/promises';
import type { CloudError, CloudErrorFacts } from './cloud-error.js';
import { isNotCarriedOut, isStalled, retryAfter } from './read-cloud-error.js';
import type { WaitFor } from './waiting.js';

/**
 * - `always`: reads, and writes that come to the same when they are made twice.
 * - `once`: never again when it may have been carried out; a refusal to carry it out now is no such case.
 * - `never`: the caller wants the first outcome, whatever it is.
 */
export type Repetition = 'always' | 'once' | 'never';

export type AttemptRules = {
  readonly repetition: Repetition;
  /** True where `busy` passes within seconds. */
  readonly repeatsBusy: boolean;
  readonly signal: AbortSignal;
  readonly waitFor: WaitFor;
};

/** Over a minute on average: DeleteRestApi is taken once in thirty seconds. */
const REFUSED_ATTEMPTS = 12;
/** A network that is down stays down: two or three seconds. */
const LOST_ATTEMPTS = 5;
/** A connection that stalls takes twenty seconds to be noticed. */
const STALLED_ATTEMPTS = 2;

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 20_000;

/** The result of the first attempt that succeeds. `read` makes a CloudError of what an attempt throws. */
export async function makeAttempts<Result>(
  attempt: () => Promise<Result>,
  read: (error: unknown) => CloudError | undefined,
  rules: AttemptRules,
): Promise<Result> {
  let endWait: (() => void) | undefined;
  try {
    for (let made = 1; ; made += 1) {
      try {
        rules.signal.throwIfAborted();
        return await attempt();
      } catch (error) {
        rules.signal.throwIfAborted();
        const known = read(error);
        if (known === undefined) throw error;
        if (made >= attemptsFor(known, error, rules)) throw known;
        endWait ??= rules.waitFor(waitText(known.facts));
        await wait(pauseBefore(made, retryAfter(error)), rules.signal);
      }
    }
  } finally {
    endWait?.();
  }
}

/** What another attempt waits for. */
function waitText({ kind, operation, message }: CloudErrorFacts): string {
  if (operation === 'apigateway:DeleteRestApi')
    return 'API Gateway, which deletes one API in 30 seconds';
  if (kind === 'throttled') return `AWS to take ${operation}, which it refuses for the moment`;
  if (kind === 'busy') return `another change to end before ${operation}`;
  return `another attempt of ${operation}: ${message}`;
}

/** How many attempts there are in all when the last one ended so. */
function attemptsFor(
  known: CloudError,
  error: unknown,
  { repetition, repeatsBusy }: AttemptRules,
): number {
  if (repetition === 'never') return 1;
  const { kind, status = 500 } = known.facts;
  if (kind === 'download') return status >= 500 ? LOST_ATTEMPTS : 1;
  if (kind === 'throttled' || (kind === 'busy' && repeatsBusy)) return REFUSED_ATTEMPTS;
  if (isNotCarriedOut(error)) return LOST_ATTEMPTS;
  if (isStalled(error)) return repetition === 'always' ? STALLED_ATTEMPTS : 1;
  return known.isUncertain && repetition === 'always' ? LOST_ATTEMPTS : 1;
}

/** Doubles each time, with chance in it so that parallel calls part; never sooner than the service asks. */
function pauseBefore(made: number, asked: number | undefined): number {
  const longest = Math.min(FIRST_PAUSE * 2 ** (made - 1), LONGEST_PAUSE);
  const own = longest * (0.5 + Math.random() / 2);
  return Math.max(own, Math.min(asked ?? 0, 2 * LONGEST_PAUSE));
}

/** Waits; rejects with the reason of the signal when that comes first. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
