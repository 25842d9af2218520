// The cloud as the commands see it: the calls they make, in their own words. `connect()` is the one implementation, over
// the AWS SDK. A call that cannot be made, or that is refused, throws a CloudError; a resource that is not there is
// `undefined`.
import type { ApiGatewayCalls } from './api-gateway-calls.js';
import type { IamCalls } from './iam-calls.js';
import type { LambdaCalls } from './lambda-calls.js';
import type { LogsCalls } from './logs-calls.js';
import type { WaitFor } from './waiting.js';

/** Tags by key. */
export type Tags = Readonly<Record<string, string>>;

export type Cloud = {
  /** For example `eu-west-1`. */
  readonly region: string;
  /** `AWS_ENDPOINT_URL` without a slash at its end: an emulator stands there. */
  readonly endpoint: string | undefined;
  /** The profile whose credentials are used, for messages; undefined for the SDK's own chain. */
  readonly profile?: string | undefined;
  /** The variable that names a proxy, for messages. */
  readonly proxyVariable?: string | undefined;
  /** Hears what is waited for. */
  readonly waitFor?: WaitFor | undefined;
  readonly iam: IamCalls;
  readonly lambda: LambdaCalls;
  readonly apiGateway: ApiGatewayCalls;
  readonly logs: LogsCalls;
  /** Closes what the clients hold open. */
  readonly close: () => void;
};
