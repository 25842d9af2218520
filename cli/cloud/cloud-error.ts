// The failure of a call to AWS, as a kind that commands can act on. `read-cloud-error.ts` alone turns errors of the SDK
// and of services into kinds.

/**
 * - `missing`: the resource does not exist.
 * - `exists`: a resource of this name, or a statement of this id, exists already.
 * - `busy`: it is being created or changed; the same call will work later.
 * - `role-not-ready`: a role was just created and Lambda cannot assume it yet, or its policy is not visible yet.
 * - `changed`: it is no longer what the caller read (a precondition, `RevisionId`).
 * - `throttled`: still rejected after all attempts.
 * - `denied`: the credentials lack a permission; `action` and `resource` say which.
 * - `no-credentials`, `expired`, `bad-credentials`, `clock`, `no-region`, `bad-region`, `bad-endpoint`: nothing can be called.
 * - `bad-proxy`: the environment variable `name` is not the URL of an HTTP proxy.
 * - `foreign`: something other than AWS responded, usually a proxy.
 * - `download`: the code of a version could not be downloaded from its URL.
 * - `network`, `server`: no response, or a 5xx. The call may still have been carried out.
 * - `unsupported`: the emulator of the endpoint lacks the call.
 * - `too-large`, `limit`: a package over the limit; a quota of the account.
 * - `rejected`: any other rejection; the message of the service says why.
 */
export type CloudErrorKind =
  | 'missing'
  | 'exists'
  | 'busy'
  | 'role-not-ready'
  | 'changed'
  | 'throttled'
  | 'denied'
  | 'no-credentials'
  | 'expired'
  | 'bad-credentials'
  | 'clock'
  | 'no-region'
  | 'bad-region'
  | 'bad-endpoint'
  | 'bad-proxy'
  | 'foreign'
  | 'download'
  | 'network'
  | 'server'
  | 'unsupported'
  | 'too-large'
  | 'limit'
  | 'rejected';

export type CloudErrorFacts = {
  readonly kind: CloudErrorKind;
  /** The call, as an IAM action: `lambda:CreateFunction`. */
  readonly operation: string;
  /** The message of the service, or of the SDK when there is no response. It never contains values of environment variables. */
  readonly message: string;
  /** The name of the service's error, for example `ResourceConflictException`. */
  readonly name: string;
  /** The HTTP status of the response; undefined without one. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** For `denied`: the missing permission, when the service names it. */
  readonly action?: string;
  /** For `denied` an ARN; otherwise the missing profile or region, or the text that is not an endpoint. */
  readonly resource?: string;
  /** For `denied`: a policy forbids the call explicitly, so that no added permission helps. */
  readonly isForbidden?: boolean;
  /** The existing names, when the given name does not exist. */
  readonly known?: readonly string[];
};

/** The error that a failed call to AWS throws. */
export class CloudError extends Error {
  override readonly name = 'CloudError';
  readonly facts: CloudErrorFacts;

  constructor(facts: CloudErrorFacts, cause: unknown) {
    super(`${facts.operation}: ${facts.message}`, { cause });
    this.facts = facts;
  }

  /** True when AWS may have carried out the call although no successful response arrived. */
  get isUncertain(): boolean {
    return this.facts.kind === 'network' || this.facts.kind === 'server';
  }
}

/** True for a CloudError of one of the kinds. */
export function isCloudError(
  error: unknown,
  ...kinds: readonly CloudErrorKind[]
): error is CloudError {
  return error instanceof CloudError && (kinds.length === 0 || kinds.includes(error.facts.kind));
}

/** Returns the result, or `fallback` when the resource does not exist. */
export function unlessMissing<Result>(call: Promise<Result>): Promise<Result | undefined>;
export function unlessMissing<Result, Fallback>(
  call: Promise<Result>,
  fallback: Fallback,
): Promise<Result | Fallback>;
export async function unlessMissing(call: Promise<unknown>, fallback?: unknown): Promise<unknown> {
  return unless('missing', call, fallback);
}

/** Returns the result, or `fallback` when the call fails with a CloudError of this kind. */
export async function unless<Result, Fallback>(
  kind: CloudErrorKind,
  call: Promise<Result>,
  fallback: Fallback,
): Promise<Result | Fallback> {
  try {
    return await call;
  } catch (error) {
    if (isCloudError(error, kind)) return fallback;
    throw error;
  }
}

/** A longer message is cut: API Gateway repeats the same text for hundreds of routes. */
const LONGEST = 500;

/** A message of AWS or Node.js as the end of a sentence: cut, and without its full stop. */
export function asClause(message: string): string {
  const text = message.replace(/[.\s]+$/, '');
  if (text.length <= LONGEST) return text;
  const end = text.lastIndexOf('. ', LONGEST);
  const kept = text.slice(0, end > 0 ? end : LONGEST);
  return `${kept} ... (${text.length - kept.length} more characters of the same message)`;
}
