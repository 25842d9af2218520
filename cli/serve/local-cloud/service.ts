// How the test cloud is put together: one HTTP server, and a service for each of the signing names. A service reads the
// wire protocol of its own and keeps what was made; what another service must know of it goes through a port.

/** A request to the management side, after its signature was read. */
export type ServiceRequest = {
  readonly method: string;
  /** Still encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly region: string;
  /** Who calls. Undefined for a call without a signature. */
  readonly caller?: RequestCaller;
  /** True when the caller has gone, who then gets no answer. Absent for a call without a socket. */
  readonly isGone?: () => boolean;
};

export type RequestCaller = {
  readonly arn: string;
  /** The text of AccessDenied; undefined when the caller may. */
  readonly denial: (question: Question) => string | undefined;
};

export type ServiceAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Buffers are sent one after the other, without a copy. */
  readonly body: string | Buffer | readonly Buffer[];
};

/** A permission on a resource, for example `lambda:CreateFunction` on this ARN. */
export type Right = { readonly action: string; readonly resource: string };

/** Whether the caller has a permission. */
export type Question = Right & {
  /** Values of condition keys, for example `aws:ResourceTag/team`. */
  readonly context?: Readonly<Record<string, string>>;
  /** The policy of the resource, which allows or denies beside those of the caller. */
  readonly resourcePolicy?: string | undefined;
};

/** What a request asks for, with the permission that the caller needs. */
export type Operation = Question & {
  /** For example `CreateFunction`. */
  readonly name: string;
  readonly isWrite: boolean;
  /** Anybody with credentials may. */
  readonly isFree?: true;
  /** What the caller needs besides. */
  readonly also?: readonly Question[];
};

export type Service = {
  /** The signing name. */
  readonly name:
    | 'iam'
    | 'lambda'
    | 'apigateway'
    | 'logs'
    | 'events'
    | 'scheduler'
    | 'sns'
    | 's3'
    | 'sts'
    | 'sqs'
    | 'ssm'
    | 'dynamodb'
    | 'kinesis';
  /** Undefined when the service has no such operation. */
  readonly operationOf: (request: ServiceRequest) => Operation | undefined;
  readonly answer: (
    operation: Operation,
    request: ServiceRequest,
  ) => Promise<ServiceAnswer> | ServiceAnswer;
  /** An error in the protocol of the service, for faults. */
  readonly refuse: (refusal: Refusal) => ServiceAnswer;
  /** Names of everything that exists, for tests that look for orphans: `function helloworld-dev`. */
  readonly inventory: () => readonly string[];
  readonly close?: () => Promise<void> | void;
};

/** An error as a service reports it. */
export type Refusal = {
  readonly status: number;
  /** For example `ResourceConflictException`. */
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of an error in JSON, beside its message. */
  readonly members?: Readonly<Record<string, unknown>>;
};

/** The clock of the cloud: durations of the real one, scaled. */
export type CloudClock = {
  readonly now: () => number;
  /** Real milliseconds in, scaled milliseconds out: `after(8000)` is 80 at a scale of 0.01. */
  readonly scaled: (milliseconds: number) => number;
  /** Runs something after unscaled milliseconds, unless the returned function is called before. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** Lets scaled milliseconds pass. A timer, unless a test decides itself when they are over. */
  readonly pass?: (milliseconds: number) => Promise<void>;
};

/** What the data plane needs of Lambda. */
export type FunctionInvoker = {
  /**
   * Invokes as a service does: the policy of the function must allow it. `arn` may end in a version. The payload is what
   * the function returned, as JSON text.
   */
  readonly invoke: (call: {
    readonly arn: string;
    readonly event: unknown;
    readonly principal: string;
    readonly sourceArn: string;
    /** The caller has a role that may: the policy of the function is not asked. */
    readonly isPermitted?: true;
    /** Takes what a handler that streams writes, as it comes. Without it, that is the payload. */
    readonly onChunk?: (chunk: Buffer) => Promise<void> | void;
  }) => Promise<InvocationOutcome>;
};

/** What a service that looks before it sends asks of Lambda. */
export type FunctionPermissions = {
  readonly permits: (call: {
    readonly functionArn: string;
    readonly principal: string;
    readonly sourceArn: string;
  }) => boolean;
};

export type InvocationOutcome =
  | { readonly kind: 'returned'; readonly payload: string; readonly isStreamed?: boolean }
  /** The function threw, crashed or timed out. */
  | { readonly kind: 'failed'; readonly payload: string }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'throttled' }
  /** The event is longer than Lambda takes. */
  | { readonly kind: 'tooLong' };

/** What Lambda needs of IAM. */
export type RoleBook = {
  /** `missing` when there is none, `new` while it cannot be assumed yet. */
  readonly assume: (roleArn: string, service?: string) => 'ready' | 'new' | 'missing';
  /** True when the policies of the role allow the action on the resource. */
  readonly allows: (roleArn: string, action: string, resource: string) => boolean;
  /** The policies of the role that count by now, parsed. */
  readonly policiesOf: (roleArn: string) => readonly unknown[];
  /** True when the role may be assumed by principals of its own account. */
  readonly trustsAccount: (roleArn: string) => boolean;
};
