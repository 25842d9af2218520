// The request that an answer is for, and the members of the application that serve it.
import type { BinaryTypes } from './binary-types.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import type { formatted } from './error-format.js';
import type { LayeredApp } from './layer.js';
import type { Logger } from './logger.js';
import type { Request } from './request.js';
import type { Route } from './view-registry.js';

/** The headers CORS adds to every answer of a route; without CORS there are none, or it is undefined. */
export type CorsHeaders = Readonly<Record<string, string>> | undefined;

/** The request that an answer is for. */
export type Exchange = {
  readonly app: AnsweringApplication;
  readonly event: ProxyEvent;
  /** The headers of CORS, and those of `middleware.answerHeaders` after the middleware ran. */
  cors: CorsHeaders;
  /** What is served, where the application has error formats. */
  served?: {
    readonly route: Route;
    readonly request: Request;
    readonly formatted: typeof formatted;
  };
};

/** The members of an application that answers need. */
export type AnsweringApplication = LayeredApp & {
  readonly appName: string;
  readonly debug: boolean;
  readonly log: Logger;
  readonly api: { readonly binaryTypes: readonly string[] };
  readonly $binaryTypes: BinaryTypes;
};
