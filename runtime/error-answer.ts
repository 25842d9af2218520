// Answers that are errors (spec section 7, 4.2): always JSON text whatever is binary, so that making
// `application/json` binary never hides a 404 behind a 400 (design.md 4.7).
import { JSON_TYPE } from './contract/media-types.js';
import type { ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { describe } from './error-text.js';
import { BadRequestError, FrameworkViewError } from './errors.js';
import type { Framework } from './framework.js';

/** The headers CORS adds to every answer of a route; undefined without CORS. */
export type CorsHeaders = Readonly<Record<string, string>> | undefined;

/** The request that an answer is for. */
export type Exchange = {
  readonly app: Framework;
  readonly event: ProxyEvent;
  readonly cors: CorsHeaders;
};

const JSON_HEADERS: Readonly<Record<string, string>> = Object.freeze({ 'Content-Type': JSON_TYPE });

/** The headers of a JSON answer; shared by those without CORS, which are most. */
export function headersWith(cors: CorsHeaders): Readonly<Record<string, string>> {
  return cors ? { ...JSON_HEADERS, ...cors } : JSON_HEADERS;
}

/** What a view raised. An error that is not built in is logged, and told to the client only when `app.debug` is true. */
export function answerError(error: unknown, exchange: Exchange): ProxyResult {
  const { cors } = exchange;
  if (!(error instanceof FrameworkViewError)) return answerUnhandled(error, exchange);
  const { statusCode } = error.constructor as typeof FrameworkViewError; // because only its subclasses pass instanceof
  return answerJson({ Code: error.name, Message: error.message }, { statusCode, cors });
}

/** A request whose media type the route does not list (spec 4.2). */
export function answerUnsupported(mediaType: string, cors: CorsHeaders): ProxyResult {
  return answerJson({ message: `Unsupported Media Type: ${mediaType}` }, { statusCode: 415, cors });
}

/** A binary response that the request does not accept (spec 4.4 rule 4). */
export function answerUnaccepted(mediaType: string, cors: CorsHeaders): ProxyResult {
  const Message = `Request did not specify an Accept header with ${mediaType}. The response has a Content-Type of ${mediaType}. If a response has a binary Content-Type then the request must specify an Accept header that matches.`;
  return answerJson({ Code: 'BadRequest', Message }, { statusCode: 400, cors });
}

/** An event without a view: what the gateway itself answers (design.md 4.1), or why it is no request at all. */
export function answerUnrouted(event: Partial<ProxyEvent> | null | undefined): ProxyResult {
  if (typeof event?.resource !== 'string' || typeof event.httpMethod !== 'string') {
    const Message =
      "This function serves requests of an API Gateway REST API: the event needs the 'resource' and 'httpMethod' of a proxy event, payload format 1.0.";
    return answerJson(
      { Code: BadRequestError.name, Message },
      { statusCode: 400, cors: undefined },
    );
  }
  return answerJson(
    { message: 'Missing Authentication Token' },
    { statusCode: 403, cors: { 'x-amzn-ErrorType': 'MissingAuthenticationTokenException' } },
  );
}

function answerUnhandled(error: unknown, { app, event, cors }: Exchange): ProxyResult {
  const stack = describe(error);
  app.log.error(`Caught exception for ${event.httpMethod} ${event.path}\n${stack}`);
  if (app.debug) {
    const headers = { 'Content-Type': 'text/plain', ...cors };
    return { statusCode: 500, headers, body: stack, isBase64Encoded: false };
  }
  const Message = 'FrameworkViewError: An internal server error occurred.';
  return answerJson({ Code: FrameworkViewError.name, Message }, { statusCode: 500, cors });
}

function answerJson(
  body: Readonly<Record<string, string>>,
  { statusCode, cors }: { readonly statusCode: number; readonly cors: CorsHeaders },
): ProxyResult {
  return {
    statusCode,
    headers: headersWith(cors),
    body: JSON.stringify(body),
    isBase64Encoded: false,
  };
}
