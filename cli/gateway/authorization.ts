// The port through which the gateway asks whether a request may pass (specification 5,
// docs/decisions/gateway-answers.md). The rules behind it are in `authorizers/`; a host puts them together with what
// they need of the world.
import type { AuthorizerEntry } from '../../runtime/contract/manifest.js';
import type { GatewayErrorKind } from './gateway-errors.js';
import type { Access, GatewayIdentity, HeaderList } from './request.js';

/** What an authorizer may look at. */
export type AuthorizationRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | undefined;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The resource name of the method that is called, as policies write it. */
  readonly methodArn: string;
};

/** `message` replaces the text of the answer's body; `note` is for whoever watches the terminal. */
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

/**
 * Lets an authorizer judge. One that throws is answered as one that failed: what a request or a function sends must
 * never end who asks.
 */
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

/** What is thrown may be anything, also something that throws when it is looked at. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'it threw a value that cannot be shown';
  }
}

type MethodPlace = Pick<GatewayIdentity, 'region' | 'accountId' | 'apiId' | 'stage'> & {
  readonly method: string;
  /** As sent. */
  readonly path: string;
};

/** The resource name of a method. A slash at the end of the path is left out, so that a policy on `/admin` holds for `/admin/`. */
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
