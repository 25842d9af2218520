// The gateway context of a request under the specification's names (specification 2.2).
import type { ProxyEvent } from './contract/proxy-event.js';

/** Who sent a request; each value is null when not applicable. */
export type RequestIdentity = {
  /** The access key that signed the request. */
  readonly accessKey: string | null;
  /** The account of the caller. */
  readonly accountId: string | null;
  /** The API key the request carried. */
  readonly apiKey: string | null;
  /** The principal of a signed request. */
  readonly caller: string | null;
  /** The identity provider of a federated caller. */
  readonly userpoolAuthenticationProvider: string | null;
  /** `authenticated` or `unauthenticated`, for a federated caller. */
  readonly userpoolAuthenticationType: string | null;
  /** The identity of a federated caller. */
  readonly userpoolIdentityId: string | null;
  /** The identity pool of a federated caller. */
  readonly userpoolIdentityPoolId: string | null;
  /** The IP address of the caller. */
  readonly sourceIp: string | null;
  /** The User-Agent header. */
  readonly userAgent: string | null;
  /** The ARN of the user that signed the request. */
  readonly userArn: string | null;
};

/** What the gateway knows about a request. */
export type RequestContext = {
  /** The id of the API. */
  readonly apiId: string | null;
  /** The method of the request. */
  readonly httpMethod: string | null;
  /** Who sent the request. */
  readonly identity: RequestIdentity;
  /** The id of the request, as in the gateway's logs. */
  readonly requestId: string | null;
  /** The id of the route's resource in the gateway. */
  readonly resourceId: string | null;
  /** The path of the route, with its captures in braces. */
  readonly resourcePath: string | null;
  /** The gateway stage. */
  readonly stage: string | null;
  /** What the authorizer of the route says about the caller, for example the `claims` of a token; only with an authorizer. */
  readonly authorizer?: Readonly<Record<string, unknown>>;
};

/** The specification calls `userpool` what the gateway calls `cognito`. */
const IDENTITY_KEYS =
  'accessKey accountId apiKey caller userpoolAuthenticationProvider userpoolAuthenticationType userpoolIdentityId userpoolIdentityPoolId sourceIp userAgent userArn';
const CONTEXT_KEYS = 'apiId httpMethod identity requestId resourceId resourcePath stage';

/** The context of an event, limited to what the specification names. */
export function requestContextOf(event: Partial<ProxyEvent>): RequestContext {
  const { authorizer, identity, ...given } = event.requestContext ?? {}; // a hand-made event may lack any of it
  const context = pick(CONTEXT_KEYS, { ...given, identity: pick(IDENTITY_KEYS, identity) });
  return { ...context, ...(authorizer && { authorizer }) } as RequestContext; // because pick returns those keys
}

/** The named values, null when absent. */
function pick(names: string, values: object = {}): object {
  const given = new Map(Object.entries(values));
  return Object.fromEntries(
    names.split(' ').map((name) => [name, given.get(name.replace('userpool', 'cognito')) ?? null]),
  );
}
