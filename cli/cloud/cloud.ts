// The port to AWS: the calls that commands make. `connect()` is its one implementation. A call that cannot be made, or
// that is refused, throws a CloudError. A missing resource is `undefined`.
import type { ApiGatewayCalls } from './api-gateway-calls.js';
import type { EventsCalls } from './events-calls.js';
import type { IamCalls } from './iam-calls.js';
import type { LambdaCalls } from './lambda-calls.js';
import type { LogsCalls } from './logs-calls.js';
import type { S3Calls } from './s3-calls.js';
import type { SchedulerCalls } from './scheduler-calls.js';
import type { SnsCalls } from './sns-calls.js';
import type { StsCalls } from './sts-calls.js';
import type { MappingCalls } from './mapping-calls.js';
import type { SourceCalls } from './source-calls.js';

/** Tags by key. */
export type Tags = Readonly<Record<string, string>>;

export type Cloud = {
  /** For example `eu-west-1`. */
  readonly region: string;
  /** The value of `AWS_ENDPOINT_URL`, without a slash at its end; an emulator answers there. */
  readonly endpoint: string | undefined;
  /** The profile whose credentials are used, for messages; undefined for the SDK's own chain. */
  readonly profile?: string | undefined;
  /** The variable that names a proxy, for messages. */
  readonly proxyVariable?: string | undefined;
  /** Called when a wait begins. */
  readonly waitFor?: WaitFor | undefined;
  readonly iam: IamCalls;
  readonly lambda: LambdaCalls;
  readonly apiGateway: ApiGatewayCalls;
  readonly logs: LogsCalls;
  readonly events: EventsCalls;
  readonly s3: S3Calls;
  readonly scheduler: SchedulerCalls;
  readonly sns: SnsCalls;
  readonly sts: StsCalls;
  readonly mappings: MappingCalls;
  readonly sources: SourceCalls;
  /** Closes the connections of the clients. */
  readonly close: () => void;
};

/** Begins a wait, named by a clause. The returned function ends it. */
export type WaitFor = (what: string) => () => void;

export const SILENT: WaitFor = () => () => undefined;
