// What an answer is made with: the request it is for, and what it needs of the application.
import type { BinaryTypes } from './binary-types.js';
import type { ProxyEvent, ProxyResult } from './contract/proxy-event.js';

/** The headers CORS adds to every answer of a route; undefined without CORS. */
export type CorsHeaders = Readonly<Record<string, string>> | undefined;

/** The request that an answer is for. */
export type Exchange = {
  readonly app: AnsweringApplication;
  readonly event: ProxyEvent;
  readonly cors: CorsHeaders;
};

/** An application as answers need it; in a bundle the optional members are there only for those that use them. */
export type AnsweringApplication = {
  readonly appName: string;
  readonly api: { readonly binaryTypes: readonly string[] };
  readonly $binaryTypes: BinaryTypes;
  $logError?(text: string): true;
  $debugAnswer?(stack: string, cors: CorsHeaders): ProxyResult | undefined;
  $answerResponse?(value: unknown, exchange: Exchange): ProxyResult | undefined;
  $deliverJson?(body: string, exchange: Exchange): ProxyResult;
};
