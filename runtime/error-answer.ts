// Error responses (specification 7, 4.2). They are always JSON text, even if `application/json` is binary, so that a 400 never
// hides a 404 (docs/decisions/answers.md).
import { JSON_TYPE } from './contract/media-types.js';
import type { ProxyResult } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { describe } from './error-text.js';
import { isJson } from './json-log.js';
import { writeLine } from './logger.js';
import { BadRequestError, FrameworkViewError } from './errors.js';
import type { Exchange } from './exchange.js';

const JSON_HEADERS: Readonly<Record<string, string>> = { 'Content-Type': JSON_TYPE };

/**
 * Returns the response for an error that a view threw. An error that is not a `FrameworkViewError` is logged, and shown to the
 * client only if `app.debug` is true.
 */
export function answerError(error: unknown, exchange: Exchange): ProxyResult {
  let unhandled = error;
  try {
    if (error instanceof FrameworkViewError) {
      let { statusCode } = error.constructor as typeof FrameworkViewError; // because `instanceof` accepts only its subclasses
      if ($uses.parts.HTTPError) statusCode = error.$status?.() ?? statusCode;
      const { name, message }: { readonly name: string; readonly message: unknown } = error;
      const body = {
        Code: name,
        Message: String(message),
        ...($uses.code.$inputs || $uses.parts.InvalidInputError ? error.$problems?.() : undefined),
        ...($uses.parts.HTTPError ? error.$details?.() : undefined),
      };
      return answerJson(body, checkedStatus(statusCode, error), exchange);
    }
  } catch (problem) {
    // The status code is invalid, the message cannot be converted to text, or reading the error throws.
    unhandled = problem;
  }
  const { app, event, cors } = exchange;
  const place = `Caught exception for ${event.httpMethod} ${event.path}`;
  const stack = describe(unhandled);
  if ($uses.parts.$jsonLogs && isJson()) app.log.error(place, unhandled);
  else if ($uses.app.log) app.log.error(`${place}\n${stack}`);
  else writeLine(app.appName, 'ERROR', `${place}\n${stack}`);
  if ($uses.app.debug && app.debug) {
    const headers = { 'Content-Type': 'text/plain', ...cors };
    return { statusCode: 500, headers, body: stack, isBase64Encoded: false };
  }
  const Message = 'FrameworkViewError: An internal server error occurred.';
  return answerJson({ Code: FrameworkViewError.name, Message }, 500, exchange);
}

/** Returns the status code if the gateway accepts it. Otherwise throws an error with the given `cause`. */
export function checkedStatus(statusCode: number, cause?: unknown): number {
  if (Number.isInteger(statusCode) && statusCode > 199 && statusCode < 600) return statusCode;
  throw new RangeError(`${statusCode} is not a status code from 200 to 599.`, { cause });
}

/** Returns the response to a request whose media type is not listed by the route (specification 4.2). */
export function answerUnsupported(mediaType: string, exchange: Exchange): ProxyResult {
  return answerJson({ message: `Unsupported Media Type: ${mediaType}` }, 415, exchange);
}

/** Returns the response to a request that does not accept the view's binary response (specification 4.4 rule 4). */
export function answerUnaccepted(mediaType: string, exchange: Exchange): ProxyResult {
  const Message = `Request did not specify an Accept header with ${mediaType}. The response has a Content-Type of ${mediaType}. If a response has a binary Content-Type then the request must specify an Accept header that matches.`;
  return answerJson({ Code: 'BadRequest', Message }, 400, exchange);
}

/** Returns the gateway's own response for an undefined path or an unlisted method (docs/decisions/undefined-path.md). */
export function answerUnrouted(): ProxyResult {
  const cors = { 'x-amzn-ErrorType': 'MissingAuthenticationTokenException' };
  return answerJson({ message: 'Missing Authentication Token' }, 403, { cors });
}

/** Returns the response to an event that is not a request, such as the Lambda console's test event. */
export function answerForeignEvent(): ProxyResult {
  const Message =
    "Not a request of an API Gateway REST API: no 'resource', 'path' and 'httpMethod'.";
  return answerJson({ Code: BadRequestError.name, Message }, 400, { cors: undefined });
}

function answerJson(
  body: Readonly<Record<string, unknown>>,
  statusCode: number,
  exchange: Exchange | (Pick<Exchange, 'cors'> & { readonly formatted?: never }),
): ProxyResult {
  if ($uses.parts.errorFormat && exchange.formatted) {
    const { formatted, ...plain } = exchange;
    const given = formatted(body, statusCode, (error) => answerError(error, plain));
    return answerText(...given, plain);
  }
  return answerText(JSON.stringify(body), statusCode, exchange);
}

/** Returns a response with JSON text. Responses without CORS share one headers object. */
export function answerText(
  body: string,
  statusCode: number,
  { cors }: Pick<Exchange, 'cors'>,
): ProxyResult {
  const headers = cors ? { ...JSON_HEADERS, ...cors } : JSON_HEADERS;
  return { statusCode, headers, body, isBase64Encoded: false };
}
