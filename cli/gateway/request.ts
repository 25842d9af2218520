// The words the gateway model is written in: a request as a socket gives it, what the gateway decides of it, and the
// answer that goes back. All of it is plain data, so that a decision can be made in one thread and carried out in another.
import type { ProxyIdentity } from '../../runtime/contract/proxy-event.js';

/** Names and values in turn, as they stand on the wire: case and repetitions are kept. */
export type HeaderList = readonly string[];

export type GatewayRequest = {
  /** In upper case as on the wire; any token, also one no route can list. */
  readonly method: string;
  /** Path and query string, neither decoded nor normalised. */
  readonly target: string;
  readonly headers: HeaderList;
  /** Undefined when the request has none. */
  readonly body: Uint8Array | undefined;
  readonly sourceIp: string;
  /** For example `HTTP/1.1`. */
  readonly protocol: string;
  /** Milliseconds since 1970. */
  readonly time: number;
};

/** What an authorizer or an API key adds to the event. */
export type Access = {
  /** `requestContext.authorizer`. */
  readonly authorizer?: Readonly<Record<string, unknown>>;
  readonly identity?: Partial<ProxyIdentity>;
};

/** An admitted request on its way to the function: small, and made of values a structured clone copies. */
export type Invocation = {
  readonly requestId: string;
  /** The route path, with its captures in braces. */
  readonly resource: string;
  readonly method: string;
  /** As sent, without the query string. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly headers: HeaderList;
  /** The segments that stand at the captures of `resource`, in order, as sent. */
  readonly captures: readonly string[];
  readonly body: Uint8Array | undefined;
  readonly sourceIp: string;
  readonly protocol: string;
  readonly time: number;
  readonly access: Access | undefined;
};

export type HttpAnswer = {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: string | Uint8Array;
};

/** What the gateway is called and where it stands; shared by the thread that admits and the one that makes events. */
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
