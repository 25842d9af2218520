// Error responses (specification 7, 4.2): always JSON text, even when `application/json` is binary, so that a 404 is
// never hidden behind a 400 (docs/decisions/answers.md).
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
 * Responds to what a view threw. An error of another class is logged, and shown to the client only when `app.debug` is true.
 */
export function answerError(error: unknown, exchange: Exchange): ProxyResult {
  let unhandled = error;
  try {
    if (error instanceof FrameworkViewError) {
      let { statusCode } = error.constructor as typeof FrameworkViewError; // because only its subclasses pass instanceof
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
    // The status code is invalid, the message has no text form, or reading the error throws.
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

/** The status code if the gateway accepts it; `cause` is the error that has it. */
export function checkedStatus(statusCode: number, cause?: unknown): number {
  if (Number.isInteger(statusCode) && statusCode > 199 && statusCode < 600) return statusCode;
  throw new RangeError(`${statusCode} is not a status code from 200 to 599.`, { cause });
}

/** A request whose media type the route does not list (specification 4.2). */
export function answerUnsupported(mediaType: string, exchange: Exchange): ProxyResult {
  return answerJson({ message: `Unsupported Media Type: ${mediaType}` }, 415, exchange);
}

/** A binary response that the request does not accept (specification 4.4 rule 4). */
export function answerUnaccepted(mediaType: string, exchange: Exchange): ProxyResult {
  const Message = `Request did not specify an Accept header with ${mediaType}. The response has a Content-Type of ${mediaType}. If a response has a binary Content-Type then the request must specify an Accept header that matches.`;
  return answerJson({ Code: 'BadRequest', Message }, 400, exchange);
}

/** An undefined path or an unlisted method: the gateway's own response (docs/decisions/undefined-path.md). */
export function answerUnrouted(): ProxyResult {
  const cors = { 'x-amzn-ErrorType': 'MissingAuthenticationTokenException' };
  return answerJson({ message: 'Missing Authentication Token' }, 403, { cors });
}

/** An event that is not a request, such as the test event of the Lambda console. */
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

/** A response with JSON text. Responses without CORS share one object of headers. */
export function answerText(
  body: string,
  statusCode: number,
  { cors }: Pick<Exchange, 'cors'>,
): ProxyResult {
  const headers = cors ? { ...JSON_HEADERS, ...cors } : JSON_HEADERS;
  return { statusCode, headers, body, isBase64Encoded: false };
}
