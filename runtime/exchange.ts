// The request that an answer is for, and what answers need of the application.
import type { BinaryTypes } from './binary-types.js';
import type { ProxyEvent, ProxyResult } from './contract/proxy-event.js';

/** The headers CORS adds to every answer of a route; undefined without CORS. */
export type CorsHeaders = Readonly<Record<string, string>> | undefined;

/** The request that an answer is for. */
export type Exchange = {
  readonly app: AnsweringApplication;
  readonly event: ProxyEvent;
  /** With those of `middleware.answerHeaders`, once they are known. */
  cors: CorsHeaders;
};

/**
 * The members of an application that answers need. In a bundle the optional ones exist only for applications that use
 * them.
 */
export type AnsweringApplication = {
  readonly appName: string;
  readonly api: { readonly binaryTypes: readonly string[] };
  readonly $binaryTypes: BinaryTypes;
  $logError?(text: string): true;
  $logJson?(error: unknown, event: ProxyEvent): boolean;
  $debugAnswer?(stack: string, cors: CorsHeaders): ProxyResult | undefined;
  $answerResponse?(value: unknown, exchange: Exchange): ProxyResult | undefined;
  $deliverJson?(body: string, exchange: Exchange): ProxyResult;
};

/** What a view is called with in place of the names of its parameters, when it has any. */
export type Captures = readonly unknown[] | undefined;
