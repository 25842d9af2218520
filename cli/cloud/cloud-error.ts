// Why a call to the cloud failed, in kinds that the commands can act on. Whatever the SDK or a service calls it is decided
// in one place, `read-cloud-error.ts`.

/**
 * - `missing`: the resource does not exist.
 * - `exists`: a resource of this name, or a statement of this id, exists already.
 * - `busy`: it is being made or changed at this moment; the same call will work in a while.
 * - `role-not-ready`: a role was made moments ago and Lambda cannot assume it yet; or its policy is not there yet.
 * - `changed`: it is no longer what the caller read (a precondition, `RevisionId`).
 * - `throttled`: still refused after all attempts that the client makes.
 * - `denied`: the credentials lack a permission; `action` and `resource` tell which.
 * - `no-credentials`, `expired`, `bad-credentials`, `clock`, `no-region`, `bad-region`, `bad-endpoint`: nothing can be called.
 * - `bad-proxy`: a variable of the environment names no HTTP proxy; its name is `name`.
 * - `foreign`: something else than AWS answered, most often a proxy.
 * - `download`: the code of a version could not be fetched from its address.
 * - `network`, `server`: no answer, or a 5xx. The call may have been carried out all the same.
 * - `too-large`, `limit`: a package over the limit; a quota of the account.
 * - `rejected`: any other refusal; the message of the service says why.
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
  | 'too-large'
  | 'limit'
  | 'rejected';

export type CloudErrorFacts = {
  readonly kind: CloudErrorKind;
  /** As an IAM action is written: `lambda:CreateFunction`. */
  readonly operation: string;
  /** What the service says, or the SDK when there is no answer. Never holds values of environment variables. */
  readonly message: string;
  /** The name of the error as the service has it, for example `ResourceConflictException`. */
  readonly name: string;
  /** Status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** `denied`: the permission that lacks, as far as the service tells. */
  readonly action?: string;
  /** `denied`: an ARN. A profile or a region that does not exist, or what is not an endpoint. */
  readonly resource?: string;
  /** `denied`: a policy forbids it, so that no permission helps. */
  readonly isForbidden?: boolean;
  /** Names that exist, where one that does not was given. */
  readonly known?: readonly string[];
};

/** A call to the cloud that failed. */
export class CloudError extends Error {
  override readonly name = 'CloudError';
  readonly facts: CloudErrorFacts;

  constructor(facts: CloudErrorFacts, cause: unknown) {
    super(`${facts.operation}: ${facts.message}`, { cause });
    this.facts = facts;
  }

  /** True when the call may have been carried out although no success was heard of. */
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
