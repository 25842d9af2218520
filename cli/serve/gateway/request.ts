// The data of the gateway model: the request from a socket, the admitted invocation, and the response. It is plain data, so
// that one thread can decide and another can carry it out.
import type { ProxyIdentity } from '../../../runtime/contract/proxy-event.js';

/** Names and values in turn, as on the wire: case and repetitions are kept. */
export type HeaderList = readonly string[];

export type GatewayRequest = {
  /** The method as sent. It may be any token, also one that no route can list. */
  readonly method: string;
  /** Path and query string, neither decoded nor normalised. */
  readonly target: string;
  readonly headers: HeaderList;
  /** The body; undefined when the request has none. */
  readonly body: Uint8Array | undefined;
  readonly sourceIp: string;
  /** For example `HTTP/1.1`. */
  readonly protocol: string;
  /** Milliseconds since 1970. */
  readonly time: number;
};

/** What an authorizer and an API key add to the event. */
export type Access = {
  /** `requestContext.authorizer`. */
  readonly authorizer?: Readonly<Record<string, unknown>>;
  readonly identity?: Partial<ProxyIdentity>;
};

/** An admitted request on its way to the function. It is small and can be cloned to another thread. */
export type Invocation = {
  readonly requestId: string;
  /** The route path, with its captures in braces. */
  readonly resource: string;
  readonly method: string;
  /** The path as sent, without the query string. */
  readonly path: string;
  /** The query string as sent, without the question mark. */
  readonly query: string;
  readonly headers: HeaderList;
  /** The segments of the path at the captures of `resource`, in order, as sent. */
  readonly captures: readonly string[];
  readonly body: Uint8Array | undefined;
  readonly sourceIp: string;
  readonly protocol: string;
  readonly time: number;
  readonly access: Access | undefined;
  /** The event of a call by the name of the function, in place of the one that the request makes. */
  readonly event?: unknown;
  /** Values that a test gives to providers. */
  readonly provided?: readonly (readonly [place: string, value: unknown])[];
};

export type HttpAnswer = {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: string | Uint8Array;
};

/** The names and addresses of the gateway, shared by both threads. */
export type GatewayIdentity = {
  /** `api_gateway_stage`: the URL prefix of the deployed API. */
  readonly stage: string;
  readonly accountId: string;
  readonly apiId: string;
  readonly region: string;
  readonly scheme: 'http' | 'https';
  readonly port: number;
};

/** The value of a header, by its name in lower case; the last one when it is repeated. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  for (let index = headers.length - 2; index >= 0; index -= 2) {
    const candidate = headers[index];
    if (candidate?.length === name.length && candidate.toLowerCase() === name) {
      return headers[index + 1];
    }
  }
  return undefined;
}
