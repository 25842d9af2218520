// The request from a socket, the accepted invocation, and the response, as plain data that can be sent to another thread.
import type { ProxyIdentity } from '../../../runtime/contract/proxy-event.js';

/** Alternating names and values, as sent: case and repetitions are preserved. */
export type HeaderList = readonly string[];

export type GatewayRequest = {
  /** The method as sent. It can be any token, even one that no route can declare. */
  readonly method: string;
  /** The path and the query string, neither decoded nor normalized. */
  readonly target: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | undefined;
  readonly sourceIp: string;
  /** For example, `HTTP/1.1`. */
  readonly protocol: string;
  /** In milliseconds since 1970. */
  readonly time: number;
};

export type Access = {
  /** `requestContext.authorizer`. */
  readonly authorizer?: Readonly<Record<string, unknown>>;
  readonly identity?: Partial<ProxyIdentity>;
};

/** An accepted request on its way to the function. It is small, and can be cloned to another thread. */
export type Invocation = {
  readonly requestId: string;
  /** The path of the route, with its captures in braces. */
  readonly resource: string;
  readonly method: string;
  /** The path as sent, without the query string. */
  readonly path: string;
  /** The query string as sent, without the question mark. */
  readonly query: string;
  readonly headers: HeaderList;
  /** The values of the captures of `resource`, in order, as sent. */
  readonly captures: readonly string[];
  readonly body: Uint8Array | undefined;
  readonly sourceIp: string;
  readonly protocol: string;
  readonly time: number;
  readonly access: Access | undefined;
  /** The event to use instead of one created from the request, for a function that is called by name. */
  readonly event?: unknown;
  /** The values that a test sets for providers. */
  readonly provided?: readonly (readonly [place: string, value: unknown])[];
};

export type HttpAnswer = {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: string | Uint8Array;
};

/** The names and addresses of the gateway, which both threads use. */
export type GatewayIdentity = {
  /** `api_gateway_stage`: the URL prefix of the deployed API. */
  readonly stage: string;
  readonly accountId: string;
  readonly apiId: string;
  readonly region: string;
  readonly scheme: 'http' | 'https';
  readonly port: number;
};

/** Returns the value of a header by its lower-case name; the last value if the header is repeated. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  for (let index = headers.length - 2; index >= 0; index -= 2) {
    const candidate = headers[index];
    if (candidate?.length === name.length && candidate.toLowerCase() === name) {
      return headers[index + 1];
    }
  }
  return undefined;
}
