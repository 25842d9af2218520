// The failure of an AWS call, as a kind that commands can handle. Only `read-cloud-error.ts` converts errors from the SDK and
// from services to kinds.

/**
 * - `exists`: a resource with this name, or a statement with this id, already exists.
 * - `busy`: the resource is being created or changed; the same call will work later.
 * - `role-not-ready`: a role was just created and Lambda cannot assume it yet, or its policy is not visible yet.
 * - `changed`: the resource has changed since the caller read it (a precondition, `RevisionId`).
 * - `throttled`: still rejected after all attempts.
 * - `denied`: the caller has no permission for the call; `action` and `resource` say which permission is missing.
 * - `no-credentials`, `expired`, `bad-credentials`, `clock`, `no-region`, `bad-region`, `bad-endpoint`: no call is possible.
 * - `bad-proxy`: the environment variable `name` is not the URL of an HTTP proxy.
 * - `foreign`: something other than AWS responded, usually a proxy.
 * - `download`: the code of a version could not be downloaded from its URL.
 * - `network`, `server`: no response, or a 5xx. The call may still have been carried out.
 * - `too-large`, `limit`: a package exceeds the size limit, or an account quota is exceeded.
 * - `rejected`: any other rejection; the service's message says why.
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
  /** The message of the service, or of the SDK if there is no response. It never contains values of environment variables. */
  readonly message: string;
  /** The error name that the service returned, for example `ResourceConflictException`. */
  readonly name: string;
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** For `denied`: the missing permission, if the service names it. */
  readonly action?: string;
  /** For `denied`: an ARN. For other kinds: the missing profile or region, or the text that is not a valid endpoint. */
  readonly resource?: string;
  /** For `denied`: true if a policy explicitly forbids the call, so that adding a permission does not help. */
  readonly isForbidden?: boolean;
  /** The existing names, if the given name does not exist. */
  readonly known?: readonly string[];
};

export class CloudError extends Error {
  override readonly name = 'CloudError';
  readonly facts: CloudErrorFacts;

  constructor(facts: CloudErrorFacts, cause: unknown) {
    super(`${facts.operation}: ${facts.message}`, { cause });
    this.facts = facts;
  }

  /** True if AWS may have carried out the call although no successful response arrived. */
  get isUncertain(): boolean {
    return this.facts.kind === 'network' || this.facts.kind === 'server';
  }
}

export function isCloudError(
  error: unknown,
  ...kinds: readonly CloudErrorKind[]
): error is CloudError {
  return error instanceof CloudError && (kinds.length === 0 || kinds.includes(error.facts.kind));
}

/** Returns the result, or `fallback` if the resource does not exist. */
export function unlessMissing<Result>(call: Promise<Result>): Promise<Result | undefined>;
export function unlessMissing<Result, Fallback>(
  call: Promise<Result>,
  fallback: Fallback,
): Promise<Result | Fallback>;
export async function unlessMissing(call: Promise<unknown>, fallback?: unknown): Promise<unknown> {
  return unless('missing', call, fallback);
}

/** Returns the result, or `fallback` if the call fails with a CloudError of this kind. */
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

/** Longer messages are truncated: API Gateway repeats the same text for hundreds of routes. */
const LONGEST = 500;

/** Formats a message from AWS or Node.js as the end of a sentence: truncated, and without its full stop. */
export function asClause(message: string): string {
  const text = message.replace(/[.\s]+$/, '');
  if (text.length <= LONGEST) return text;
  const end = text.lastIndexOf('. ', LONGEST);
  const kept = text.slice(0, end > 0 ? end : LONGEST);
  return `${kept} ... (${text.length - kept.length} more characters)`;
}
