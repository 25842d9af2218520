// The port to AWS: the calls that commands make. `connect()` is its only implementation. A call that fails or is rejected
// throws a CloudError. A missing resource is returned as `undefined`.

export type Tags = Readonly<Record<string, string>>;

/** The calls of each service, which `ports.ts` adds by declaration merging. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- because `ports.ts` adds all of it
export interface CloudCalls {}

export type Cloud = CloudCalls & {
  readonly region: string;
  /** The value of `AWS_ENDPOINT_URL` without a trailing slash: the URL of an emulator. */
  readonly endpoint: string | undefined;
  /** The profile whose credentials are used, for messages; undefined if the SDK's own chain is used. */
  readonly profile?: string | undefined;
  /** The environment variable that contains the URL of a proxy, for messages. */
  readonly proxyVariable?: string | undefined;
  readonly waitFor?: WaitFor | undefined;
  readonly close: () => void;
};

/** Reports the start of a wait for `what`, a clause. The returned function ends the wait. */
export type WaitFor = (what: string) => () => void;

export const SILENT: WaitFor = () => () => undefined;
