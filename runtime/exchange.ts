// A request and the members of the application that serve it.
import type { StreamKind } from './contract/manifest.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import type { Problem } from './input-error.js';
import type { Logger } from './logger.js';

/** The CORS headers of every response of a route; none or undefined without CORS. */
export type CorsHeaders = Readonly<Record<string, string>> | undefined;

/** The request of a response. */
export type Exchange = {
  readonly app: AnsweringApplication;
  readonly event: ProxyEvent;
  /** The CORS headers, and those of `middleware.answerHeaders` after the middleware ran. */
  cors: CorsHeaders;
  /**
   * Returns body and status of an error in the format of its route, when the application has formats. `log` receives what a
   * broken format throws.
   */
  readonly formatted?: Formatted;
  /** How the view streams; undefined for one that does not. */
  streams?: StreamKind | undefined;
  /** The outermost stream of the request, which ends those that it replaced. */
  stream?: { readonly return: (value?: undefined) => Promise<unknown> } | undefined;
};

export type Formatted = (
  body: DefaultBody,
  status: number,
  log: (error: Error) => void,
) => readonly [text: string, status: number];

/** The default body of an error: for a 415 it has only `message`. */
export type DefaultBody = {
  readonly Code?: string;
  readonly Message?: string;
  readonly message?: string;
  readonly Details?: unknown;
  readonly Problems?: readonly Problem[];
};

/** The members of an application that responses need. */
export type AnsweringApplication = {
  readonly appName: string;
  readonly debug: boolean;
  readonly log: Logger;
  readonly api: { readonly binaryTypes: readonly string[] };
  readonly $binaryTypes: BinaryTypes;
};

// The media types that an application treats as binary (specification 4.4). They are a set, because every response
// looks up its type.

/** Caches a list of media types as a set, until the list or its length changes. */
export class BinaryTypes {
  #listed: readonly string[] = [];
  #length = 0;
  #types: ReadonlySet<string> = new Set();

  /** Tells whether a media type, in lower case, is in a list. */
  includes(listed: readonly string[], mediaType: string): boolean {
    if (listed !== this.#listed || listed.length !== this.#length) {
      this.#listed = listed;
      this.#length = listed.length;
      this.#types = new Set(listed.map((type) => type.toLowerCase()));
    }
    return this.#types.has(mediaType);
  }
}
