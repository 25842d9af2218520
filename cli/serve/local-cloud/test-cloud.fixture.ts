// A cloud for tests and for the demo: the local cloud, which also records its calls and can inject faults.
import type { ManagementPorts } from './server/management.js';
import type { LocalCloud, LocalCloudOptions } from './start-local-cloud.js';

export type TestCloudOptions = LocalCloudOptions & {
  /** True to reject calls to API Gateway that arrive faster than the real service allows, at the same scale. */
  readonly quotas?: boolean;
};

export type CloudCall = Parameters<ManagementPorts['record']>[0] & { readonly status: number };

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

export type TestCloud = Pick<
  LocalCloud,
  | 'url'
  | 'environment'
  | 'restrictCaller'
  | 'inventory'
  | 'deliveries'
  | 'runSchedules'
  | 'poll'
  | 'close'
> & {
  readonly calls: () => readonly CloudCall[];
  readonly clearCalls: () => void;
  readonly arm: (fault: Fault) => void;
  readonly disarm: () => void;
};
