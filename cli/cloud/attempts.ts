// Repeats a call if that is safe and useful. The SDK makes only one attempt per call, because its own retries would create a
// resource twice if a response is lost, and would give up after two seconds although API Gateway requires pauses of thirty.
import { setTimeout as pause } from 'node:timers/promises';
import { type CloudError, type CloudErrorFacts, isCloudError } from './cloud-error.js';
import { isNotCarriedOut, isStalled, retryAfter } from './read-cloud-error.js';
import type { WaitFor } from './cloud.js';

/**
 * - `always`: for reads, and for writes that have the same result if they are repeated.
 * - `once`: not repeated if AWS may have carried out the call. A throttled call was not carried out, so it is repeated.
 * - `never`: the caller wants the first outcome, even if it is an error.
 */
export type Repetition = 'always' | 'once' | 'never';

export type AttemptRules = {
  readonly repetition: Repetition;
  readonly repeatsBusy: boolean;
  readonly signal: AbortSignal;
  readonly waitFor: WaitFor;
};

/**
 * The number of attempts while AWS temporarily rejects a call. They take over a minute on average, because DeleteRestApi is
 * allowed only once every 30 seconds.
 */
const REFUSED_ATTEMPTS = 12;
/** The number of attempts while no response arrives. They take two or three seconds: a network rarely recovers quickly. */
const LOST_ATTEMPTS = 5;
/** The number of attempts on a connection that stalls. Each time, it takes twenty seconds to detect the stall. */
const STALLED_ATTEMPTS = 2;

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 20_000;

/** Returns the result of the first attempt that succeeds. `read` converts the error from an attempt to a CloudError. */
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

/** Sends an update until it succeeds, or until `seen` returns the updated values because only the response was lost. */
export async function sendUntilSeen<Written>(
  send: () => Promise<Written>,
  seen: () => Promise<Written | undefined>,
  signal: AbortSignal,
): Promise<Written> {
  for (let sent = 1; ; sent += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isCloudError(error) || !error.isUncertain) throw error;
      const found = await seen();
      if (found !== undefined) return found;
      if (sent >= SENT_AT_MOST) throw error;
      await wait(200 * 2 ** sent, signal);
    }
  }
}

function waitText({ kind, operation, message }: CloudErrorFacts): string {
  if (operation === 'apigateway:DeleteRestApi')
    return 'API Gateway, which can delete one API every 30 seconds';
  if (operation === 'apigateway:CreateDomainName')
    return 'API Gateway, which can create one domain every 30 seconds';
  if (operation === 'apigateway:UpdateUsagePlan')
    return 'API Gateway, which can change one usage plan every 20 seconds';
  if (kind === 'throttled') return `AWS to accept ${operation}, which it currently throttles`;
  if (kind === 'busy') return `another change to complete before ${operation}`;
  return `the next attempt of ${operation}: ${message}`;
}

/** Returns the total number of attempts allowed for a call, depending on the outcome of the last attempt. */
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

/**
 * Returns a pause that doubles each time, is randomized so that parallel calls spread out, and is at least as long as the
 * service asks, up to a limit.
 */
function pauseBefore(made: number, asked: number | undefined): number {
  const longest = Math.min(FIRST_PAUSE * 2 ** (made - 1), LONGEST_PAUSE);
  const own = longest * (0.5 + Math.random() / 2);
  return Math.max(own, Math.min(asked ?? 0, 2 * LONGEST_PAUSE));
}

/** The maximum number of times that an update is sent if it does not become visible. */
const SENT_AT_MOST = 4;

/** Waits for the given time. Rejects with the signal's reason if the signal is aborted first. */
async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
