// A cloud for tests and for the demonstration: it speaks the wire protocols of the calls we make, is strict about what the
// real services reject, runs the functions, and serves the imported REST API. The SDK's own clients talk to it.

import type { Delivery } from './deliveries.js';
import type { PolledBatch } from './lambda/mappings/poller.js';

export type TestCloudOptions = {
  /** 1 has the delays of the real cloud; 0.01 unless given. */
  readonly timeScale?: number;
  /** The time; this machine's unless given. Delays are over when it says so. */
  readonly now?: () => number;
  /** Runs something later by the same clock; gives what cancels it. Timers of this machine unless given. */
  readonly after?: (milliseconds: number, run: () => void) => () => void;
  /** The region of `environment`; the cloud has every other one too. */
  readonly region?: string;
  readonly account?: string;
  /** What Node runs in the process of a function; the runtime of this package unless given. */
  readonly runtime?: readonly string[];
  /** The Node that functions run with; this one unless given. */
  readonly node?: string;
  /** True refuses calls to API Gateway that come faster than the real one takes them, at the same scale. */
  readonly quotas?: boolean;
  /** How many roles the account may have; 1000 unless given. */
  readonly roleQuota?: number;
  /** Real milliseconds until reads find a role or a function that was just made; 0 unless given. */
  readonly readsLag?: number;
  /** Real milliseconds that an API waits for a function instead of those that its document says; the same unless given. */
  readonly patience?: (milliseconds: number) => number;
};

/** A management call that arrived. */
export type CloudCall = {
  readonly service: string;
  readonly operation: string;
  readonly isWrite: boolean;
  readonly status: number;
};

export type FaultKind =
  /** The connection is cut before the call is carried out, or after. */
  | 'reset-before'
  | 'reset-after'
  /** 500, before or after. */
  | 'error-before'
  | 'error-after'
  | 'throttle'
  | 'denied'
  /** The session token of the caller is not valid any more. */
  | 'expired'
  /** `onKill` is called instead of carrying the call out, or after it; the connection stays open. */
  | 'kill-before'
  | 'kill-after'
  /** `onKill` is called, and the call is carried out and answered as if nothing were. */
  | 'interrupt';

export type Fault = {
  readonly kind: FaultKind;
  /** The how-manieth call from now, from 1. */
  readonly at: number;
  /** On how many calls from there; 1 unless given. */
  readonly times?: number;
  readonly onKill?: () => void;
};

export type TestCloud = {
  /** For `AWS_ENDPOINT_URL`. */
  readonly url: string;
  /** Everything that a process needs in its environment to talk to this cloud and to nothing else. */
  readonly environment: Readonly<Record<string, string>>;
  readonly calls: () => readonly CloudCall[];
  readonly clearCalls: () => void;
  readonly arm: (fault: Fault) => void;
  readonly disarm: () => void;
  /** From now on the caller may do only what this policy allows; undefined allows everything. */
  readonly restrictCaller: (policy: unknown) => void;
  /** Names of everything that exists, sorted: `function helloworld-dev`, `api helloworld-dev in eu-west-1`. */
  readonly inventory: () => readonly string[];
  /** What services have sent to functions by themselves, when it has come to its end. */
  readonly deliveries: () => Promise<readonly Delivery[]>;
  /** Runs the schedules that are due by the clock (`now`), as often as they were. */
  readonly runSchedules: () => Promise<void>;
  /** Hands functions what is in their queues and streams, until nothing may be handed over now; all batches so far. */
  readonly poll: () => Promise<readonly PolledBatch[]>;
  readonly close: () => Promise<void>;
};
