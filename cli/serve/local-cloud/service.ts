// The architecture of the test cloud: one HTTP server, and a service for each signing name. A service implements its own wire
// protocol and stores its resources. Other services use it through a port.

export type ServiceRequest = {
  readonly method: string;
  /** The path, still encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly region: string;
  /** The caller; undefined for an unsigned call. */
  readonly caller?: RequestCaller;
  /** Returns true if the caller has disconnected and cannot receive a response; absent for a call without a socket. */
  readonly isGone?: () => boolean;
};

type RequestCaller = {
  readonly arn: string;
  /** Returns the AccessDenied message; undefined if the caller has permission. */
  readonly denial: (question: Question) => string | undefined;
};

export type ServiceAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Buffers in a list are sent one after another, without being copied. */
  readonly body: string | Buffer | readonly Buffer[];
};

/** A permission on a resource: an action such as `lambda:CreateFunction`, and an ARN. */
export type Right = { readonly action: string; readonly resource: string };

/** The question whether the caller has a permission. */
export type Question = Right & {
  /** Values of condition keys, for example `aws:ResourceTag/team`. */
  readonly context?: Readonly<Record<string, string>>;
  /** The policy of the resource, which is evaluated together with the caller's policies. */
  readonly resourcePolicy?: string | undefined;
};

/** The operation that a request calls, with the permission that the caller needs. */
export type Operation = Question & {
  /** For example `CreateFunction`. */
  readonly name: string;
  readonly isWrite: boolean;
  /** True if any caller with credentials may call the operation. */
  readonly isFree?: true;
  /** Additional permissions that the caller needs. */
  readonly also?: readonly Question[];
  /** Carries out the operation. Throws a `RefusedCall` if the request is rejected. */
  readonly run: () => Promise<ServiceAnswer> | ServiceAnswer;
};

export function isWriting(name: string): boolean {
  return !/^(?:BatchGet|Describe|Filter|Get|List|Query|Scan|Test|TransactGet)/.test(name);
}

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
  readonly operationOf: (request: ServiceRequest) => Operation | undefined;
  /** Creates an error response in the protocol of the service. */
  readonly refuse: (refusal: Refusal) => ServiceAnswer;
  /** Returns the names of everything that exists, such as `function helloworld-dev`, for tests that look for leftovers. */
  readonly inventory: () => readonly string[];
  readonly close?: () => Promise<void> | void;
};

export type Refusal = {
  readonly status: number;
  /** For example `ResourceConflictException`. */
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of a JSON error in addition to its message. */
  readonly members?: Readonly<Record<string, unknown>>;
};

/** The region and the account to which the state of a service belongs, and the clock. */
export type Place = {
  readonly region: string;
  readonly account: string;
  readonly clock: CloudClock;
};

/** The clock of the cloud, which scales the durations of the real cloud. */
export type CloudClock = {
  readonly now: () => number;
  /** Scales milliseconds of the real cloud: `scaled(8000)` is 80 at a scale of 0.01. */
  readonly scaled: (milliseconds: number) => number;
  /** Calls `run` after unscaled milliseconds, unless the returned function is called first. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** Waits for scaled milliseconds. By default, a timer is used; a test can control the time instead. */
  readonly pass?: (milliseconds: number) => Promise<void>;
};

/** The port through which other services invoke functions. */
export type FunctionInvoker = {
  /** Invokes a function if its policy allows the service to do so. `arn` may end in a version. The payload is JSON text. */
  readonly invoke: (call: {
    readonly arn: string;
    readonly event: unknown;
    readonly principal: string;
    readonly sourceArn: string;
    /** True if the caller's role allows the call, so that the function's policy is not checked. */
    readonly isPermitted?: true;
    /** Receives the output of a streaming handler as it arrives. Without it, the output is in the payload. */
    readonly onChunk?: (chunk: Buffer) => Promise<void> | void;
  }) => Promise<InvocationOutcome>;
};

export type InvocationOutcome =
  | { readonly kind: 'returned'; readonly payload: string; readonly isStreamed?: boolean }
  | { readonly kind: 'failed'; readonly payload: string }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'throttled' }
  /** The event is larger than Lambda accepts. */
  | { readonly kind: 'tooLong' };

/** The port through which Lambda uses IAM. */
export type RoleBook = {
  /** Returns `missing` if the role does not exist, and `new` while it cannot be assumed yet. */
  readonly assume: (roleArn: string, service?: string) => 'ready' | 'new' | 'missing';
  readonly allows: (roleArn: string, action: string, resource: string) => boolean;
  /** Returns the effective policies of the role, parsed. */
  readonly policiesOf: (roleArn: string) => readonly unknown[];
  /** Returns true if principals in the role's own account can assume it. */
  readonly trustsAccount: (roleArn: string) => boolean;
};

export class RefusedCall extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export type Refuse = (message: string) => RefusedCall;

/** Returns a function that creates errors with this status and code. */
export function refusing(status: number, code: string): Refuse {
  return (message) => new RefusedCall({ status, code, message });
}

/** Carries out an operation, and converts a `RefusedCall` to an error response. */
export async function answerOf(
  { refuse }: Pick<Service, 'refuse'>,
  { run }: Operation,
): Promise<ServiceAnswer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RefusedCall) return refuse(error.refusal);
    throw error;
  }
}

export type Match<Row> = {
  readonly name: string;
  readonly operation: Row;
  /** The parameters of the path, still encoded. */
  readonly captures: Readonly<Record<string, string>>;
};

export function matchRest<Row extends { readonly http: string }>(
  operations: readonly (readonly [name: string, operation: Row])[],
  { method, path }: Pick<ServiceRequest, 'method' | 'path'>,
): Match<Row> | undefined {
  for (const [name, operation] of operations) {
    const [verb, pattern = ''] = operation.http.split(' ');
    const captures = verb === method ? patternOf(pattern).exec(path)?.groups : undefined;
    if (captures) return { name, operation, captures };
  }
  return undefined;
}

const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  // The empty group `end` ensures that the captures are defined for a path without parameters.
  const source = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const pattern = new RegExp(`^${source}(?<end>)$`);
  patterns.set(path, pattern);
  return pattern;
}

/** Resolves with the result of the work, or with `timeout` if it takes longer. */
export async function within<Value>(
  milliseconds: number,
  work: Promise<Value>,
): Promise<Value | 'timeout'> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'timeout');
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
