// A request, and the application members that are needed to respond to it.
import type { StreamKind } from './contract/manifest.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import type { Problem } from './input-error.js';
import type { Logger } from './logger.js';

/** The CORS headers for every response of a route; empty or undefined without CORS. */
export type CorsHeaders = Readonly<Record<string, string>> | undefined;

/** The request that a response belongs to. */
export type Exchange = {
  readonly app: AnsweringApplication;
  readonly event: ProxyEvent;
  /** The CORS headers. After the middleware has run, they also include the headers that `middleware.answerHeaders` sets. */
  cors: CorsHeaders;
  /** Returns the body and status in the route's error format, if any. `log` receives the error if a format function throws. */
  readonly formatted?: Formatted;
  /** The kind of items that the view streams; undefined if it does not stream. */
  streams?: StreamKind | undefined;
  /** The outermost stream of the request. Ending it also ends the streams that it replaced. */
  stream?: { readonly return: (value?: undefined) => Promise<unknown> } | undefined;
};

export type Formatted = (
  body: DefaultBody,
  status: number,
  log: (error: Error) => void,
) => readonly [text: string, status: number];

/** The default error body. The body for status 415 contains only `message`. */
export type DefaultBody = {
  readonly Code?: string;
  readonly Message?: string;
  readonly message?: string;
  readonly Details?: unknown;
  readonly Problems?: readonly Problem[];
};

/** The application members that are needed to create a response. */
export type AnsweringApplication = {
  readonly appName: string;
  readonly debug: boolean;
  readonly log: Logger;
  readonly api: { readonly binaryTypes: readonly string[] };
  readonly $binaryTypes: BinaryTypes;
};

/**
 * The media types that an application treats as binary (specification 4.4), cached as a set because every response looks up its
 * type. The cache is renewed when the list is replaced or its length changes.
 */
export class BinaryTypes {
  #listed: readonly string[] = [];
  #length = 0;
  #types: ReadonlySet<string> = new Set();

  /** Returns true if a media type, in lower case, is in the list. */
  includes(listed: readonly string[], mediaType: string): boolean {
    if (listed !== this.#listed || listed.length !== this.#length) {
      this.#listed = listed;
      this.#length = listed.length;
      this.#types = new Set(listed.map((type) => type.toLowerCase()));
    }
    return this.#types.has(mediaType);
  }
}
