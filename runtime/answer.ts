// What a view returned as an answer of the proxy integration (spec 4.3), and how its body travels (spec 4.4).
import { acceptsMediaType, JSON_TYPE } from './contract/media-types.js';
import type { ProxyResult } from './contract/proxy-event.js';
import {
  answerError,
  answerUnaccepted,
  checkedStatus,
  type Exchange,
  headersWith,
} from './error-answer.js';
import { jsonText } from './json-text.js';
import { headerValue } from './request-headers.js';
import type { Draft, Response } from './response.js';

/** Answers with what a view returned; a returned error, of any class, answers like a raised one. What cannot be sent is thrown. */
export function answerValue(value: unknown, exchange: Exchange): ProxyResult {
  if (value instanceof Error) return answerError(value, exchange);
  const { app, event, cors } = exchange;
  const defaults = headersWith(cors);
  // A Response is asked, not recognised by its class, so that a bundle whose views return none does not hold it. JSON of
  // a client can name every key, and has no functions.
  const { $frameworkDraft } = (value ?? {}) as Partial<Response>; // because it may be any value
  const { statusCode, headers, multiValueHeaders, mediaType, body }: Draft =
    typeof $frameworkDraft === 'function'
      ? $frameworkDraft.call(value as Response, defaults) // because only a Response has one
      : { statusCode: 200, headers: defaults, mediaType: JSON_TYPE, body: jsonText(value ?? null) };
  const isBinary = body !== null && app.$binaryTypes.includes(app.api.binaryTypes, mediaType);
  if (isBinary && !acceptsMediaType(headerValue(event, 'accept') ?? '', mediaType))
    return answerUnaccepted(mediaType, exchange);
  const text = isBinary ? Buffer.from(body).toString('base64') : (body ?? '');
  if (typeof text !== 'string')
    throw new TypeError(
      `A bytes body needs a Content-Type that is in app.api.binaryTypes, and '${mediaType}' is not.`,
    );
  const answer = {
    statusCode: checkedStatus(statusCode),
    headers,
    body: text,
    isBase64Encoded: isBinary,
  };
  return multiValueHeaders ? { ...answer, multiValueHeaders } : answer;
}
