// The request that an answer is for, and the members of the application that serve it.
import type { BinaryTypes } from './binary-types.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import type { Problem } from './input-error.js';
import type { Logger } from './logger.js';

/** The headers CORS adds to every answer of a route; without CORS there are none, or it is undefined. */
export type CorsHeaders = Readonly<Record<string, string>> | undefined;

/** The request that an answer is for. */
export type Exchange = {
  readonly app: AnsweringApplication;
  readonly event: ProxyEvent;
  /** The headers of CORS, and those of `middleware.answerHeaders` after the middleware ran. */
  cors: CorsHeaders;
  /**
   * Gives text and status of an error in the format of its route, where the application has formats. `log` takes what a
   * broken format throws.
   */
  readonly formatted?: Formatted;
};

export type Formatted = (
  body: DefaultBody,
  status: number,
  log: (error: Error) => void,
) => readonly [text: string, status: number];

/** The body of an error in its default shape: that of a 415 has only `message`. */
export type DefaultBody = {
  readonly Code?: string;
  readonly Message?: string;
  readonly message?: string;
  readonly Details?: unknown;
  readonly Problems?: readonly Problem[];
};

/** The members of an application that answers need. */
export type AnsweringApplication = {
  readonly appName: string;
  readonly debug: boolean;
  readonly log: Logger;
  readonly api: { readonly binaryTypes: readonly string[] };
  readonly $binaryTypes: BinaryTypes;
};
