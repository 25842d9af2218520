// The request that an answer is for, and the members of the application that serve it. A bundle lacks the members that its
// application does not need (transformers/slim-runtime.ts).
import type { BinaryTypes } from './binary-types.js';
import type { ProxyEvent, ProxyResult } from './contract/proxy-event.js';

/** The headers CORS adds to every answer of a route; undefined without CORS. */
export type CorsHeaders = Readonly<Record<string, string>> | undefined;

/** The request that an answer is for. */
export type Exchange = {
  readonly app: AnsweringApplication;
  readonly event: ProxyEvent;
  /** The headers of CORS, and those of `middleware.answerHeaders` after the middleware ran. */
  cors: CorsHeaders;
};

/** The members of an application that answers need. */
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

/** The members of `Application` that a bundle may lack. */
export type OptionalMember =
  | '$adopt'
  | '$read'
  | '$through'
  | '$around'
  | '$addHeaders'
  | '$functions'
  | '$receive'
  | '$run'
  | '$running'
  | '$begin'
  | '$begun'
  | '$logError'
  | '$logJson'
  | '$logServed'
  | '$debugAnswer'
  | '$answerResponse'
  | '$answerHead'
  | '$deliverJson';

/** A type of which some members may be missing. */
export type Cut<T, Name extends keyof T> = Omit<T, Name> & Partial<Pick<T, Name>>;
