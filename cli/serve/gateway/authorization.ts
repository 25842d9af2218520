// The interface for checking a request's authorizer (specification 5, docs/decisions/gateway-answers.md). The rules are in
// `authorizers/`. A host provides the clock, the credentials and a way to call a function.
import type { AuthorizerEntry } from '../../../runtime/contract/manifest.js';
import type { GatewayErrorKind } from './gateway-errors.js';
import type { Access, GatewayIdentity, HeaderList } from './request.js';

export type AuthorizationRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | undefined;
  /** In milliseconds since 1970, from the gateway's clock. */
  readonly time: number;
  /** The ARN of the called method, in the format of `Resource` in a policy. */
  readonly methodArn: string;
};

/** `message` replaces the text in the response body. `note` is the reason that `framework local` prints in the terminal. */
export type Verdict =
  | { readonly kind: 'granted'; readonly access?: Access }
  | {
      readonly kind: 'refused';
      readonly error: GatewayErrorKind;
      readonly message?: string;
      readonly note?: string;
    };

export type Authorize = (
  authorizer: AuthorizerEntry,
  request: AuthorizationRequest,
) => Verdict | Promise<Verdict>;

/** Runs an authorizer's check. A check that throws or rejects counts as a failure of the authorizer. */
export function judged<T>(ask: () => T | Promise<T>): T | Verdict | Promise<T | Verdict> {
  try {
    const verdict = ask();
    return verdict instanceof Promise ? verdict.catch(authorizerFailed) : verdict;
  } catch (error) {
    return authorizerFailed(error);
  }
}

function authorizerFailed(error: unknown): Verdict {
  return {
    kind: 'refused',
    error: 'authorizerConfiguration',
    note: `the authorizer failed: ${messageOf(error)}`,
  };
}

/** Returns the message of a thrown value. Code can throw anything, even an object whose getters throw. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'it threw a value that cannot be shown';
  }
}

type MethodPlace = Pick<GatewayIdentity, 'region' | 'accountId' | 'apiId' | 'stage'> & {
  readonly method: string;
  readonly path: string;
};

/** Returns the resource ARN of a method, without a trailing slash, so that a policy for `/admin` also applies to `/admin/`. */
export function methodArnOf({
  region,
  accountId,
  apiId,
  stage,
  method,
  path,
}: MethodPlace): string {
  const resource = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return `arn:aws:execute-api:${region}:${accountId}:${apiId}/${stage}/${method}${resource}`;
}
