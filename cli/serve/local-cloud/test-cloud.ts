// A cloud for tests and for the demo: it speaks the wire protocols of the calls that the framework makes, rejects what the real
// services reject, runs the functions, and serves the imported REST API. Unmodified SDK clients can use it.

import type { Delivery } from './deliveries.js';
import type { PolledBatch } from './lambda/mappings/poller.js';

export type TestCloudOptions = {
  /** The factor for the delays of the real cloud; defaults to 0.01. */
  readonly timeScale?: number;
  /** Returns the current time, which delays depend on; defaults to the time of this machine. */
  readonly now?: () => number;
  /** Calls `run` later, by the same clock, and returns a function that cancels the call; defaults to real timers. */
  readonly after?: (milliseconds: number, run: () => void) => () => void;
  /** The region in `environment`. The cloud also has all other regions. */
  readonly region?: string;
  readonly account?: string;
  /** The Node.js arguments for a function's process; defaults to the runtime of this package. */
  readonly runtime?: readonly string[];
  /** The Node.js executable for functions; defaults to the current one. */
  readonly node?: string;
  /** True to reject calls to API Gateway that arrive faster than the real service allows, at the same scale. */
  readonly quotas?: boolean;
  /** The maximum number of roles in the account; defaults to 1000. */
  readonly roleQuota?: number;
  /** Unscaled milliseconds until reads find a new role or function; defaults to 0. */
  readonly readsLag?: number;
  /** Returns how long an API waits for a function with this integration timeout, in unscaled milliseconds. */
  readonly patience?: (milliseconds: number) => number;
};

export type CloudCall = {
  readonly service: string;
  readonly operation: string;
  readonly isWrite: boolean;
  readonly status: number;
};

export type FaultKind =
  /** The connection is reset before or after the call is executed. */
  | 'reset-before'
  | 'reset-after'
  /** Status 500, before or after the call is executed. */
  | 'error-before'
  | 'error-after'
  | 'throttle'
  | 'denied'
  | 'expired'
  /** `onKill` is called before or after the call is executed. There is no response, and the connection stays open. */
  | 'kill-before'
  | 'kill-after'
  /** `onKill` is called, and the call is executed normally. */
  | 'interrupt';

export type Fault = {
  readonly kind: FaultKind;
  /** The number of the first affected call from now, counted from 1. */
  readonly at: number;
  /** The number of consecutive calls that are affected; defaults to 1. */
  readonly times?: number;
  readonly onKill?: () => void;
};

export type TestCloud = {
  /** The value for `AWS_ENDPOINT_URL`. */
  readonly url: string;
  /** The environment variables that make a process use only this cloud. */
  readonly environment: Readonly<Record<string, string>>;
  readonly calls: () => readonly CloudCall[];
  readonly clearCalls: () => void;
  readonly arm: (fault: Fault) => void;
  readonly disarm: () => void;
  /** Restricts the caller to this policy; undefined allows everything. */
  readonly restrictCaller: (policy: unknown) => void;
  /**
   * Returns the sorted names of everything that exists, such as `function helloworld-dev` or `api helloworld-dev in eu-west-1`.
   */
  readonly inventory: () => readonly string[];
  /** Resolves with the events that services have sent to functions, once all of them are complete. */
  readonly deliveries: () => Promise<readonly Delivery[]>;
  /** Runs the schedules that are due by the clock (`now`), once for each time that was missed. */
  readonly runSchedules: () => Promise<void>;
  /** Passes records of queues and streams to functions until no more are available. Resolves with all batches so far. */
  readonly poll: () => Promise<readonly PolledBatch[]>;
  readonly close: () => Promise<void>;
};
