// A request, and the members of the application that are needed to respond to it.
import type { StreamKind } from './contract/manifest.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import type { Problem } from './input-error.js';
import type { Logger } from './logger.js';

/** The CORS headers of every response of a route; empty or undefined without CORS. */
export type CorsHeaders = Readonly<Record<string, string>> | undefined;

/** The request that a response belongs to. */
export type Exchange = {
  readonly app: AnsweringApplication;
  readonly event: ProxyEvent;
  /** The CORS headers. After the middleware ran, they include the headers of `middleware.answerHeaders`. */
  cors: CorsHeaders;
  /**
   * Returns the body and status of an error in the format of its route, if the application has formats. `log` receives the
   * error that a broken format throws.
   */
  readonly formatted?: Formatted;
  /** What the view streams; undefined if it does not stream. */
  streams?: StreamKind | undefined;
  /** The outermost stream of the request. Ending it also ends the streams that it replaced. */
  stream?: { readonly return: (value?: undefined) => Promise<unknown> } | undefined;
};

export type Formatted = (
  body: DefaultBody,
  status: number,
  log: (error: Error) => void,
) => readonly [text: string, status: number];

/** The default body of an error. The body of a 415 has only `message`. */
export type DefaultBody = {
  readonly Code?: string;
  readonly Message?: string;
  readonly message?: string;
  readonly Details?: unknown;
  readonly Problems?: readonly Problem[];
};

/** The members of an application that creating a response requires. */
export type AnsweringApplication = {
  readonly appName: string;
  readonly debug: boolean;
  readonly log: Logger;
  readonly api: { readonly binaryTypes: readonly string[] };
  readonly $binaryTypes: BinaryTypes;
};

// The media types that an application treats as binary (specification 4.4), as a set, because every response looks up its type.

/** Caches a list of media types as a set, until the list or its length changes. */
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
