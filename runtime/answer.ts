// What a view returned as an answer of the proxy integration (spec 4.3), and how its body travels (spec 4.4).
import { acceptsMediaType, JSON_TYPE } from './contract/media-types.js';
import type { ProxyResult } from './contract/proxy-event.js';
import { answerError, answerUnaccepted, type Exchange, headersWith } from './error-answer.js';
import { jsonText } from './json-text.js';
import { headerValue } from './request-headers.js';
import type { Draft, Response } from './response.js';

/** Answers with what a view returned; a returned error, of any class, answers like a raised one. What cannot be sent is thrown. */
export function answerValue(value: unknown, exchange: Exchange): ProxyResult {
  if (value instanceof Error) return answerError(value, exchange);
  const headers = headersWith(exchange.cors);
  // A Response is asked, not recognised by its class, so that a bundle whose views return none does not hold it.
  const { $draft } = (value ?? {}) as Partial<Response>; // because it may be any value
  const draft = $draft
    ? $draft.call(value as Response, headers) // because only a Response has one
    : { statusCode: 200, headers, mediaType: JSON_TYPE, body: jsonText(value ?? null) };
  return deliver(draft, exchange);
}

function deliver(draft: Draft, exchange: Exchange): ProxyResult {
  const { statusCode, headers, multiValueHeaders, mediaType, body } = draft;
  const { app, event } = exchange;
  const isBinary = body !== null && app.$binaryTypes.includes(app.api.binaryTypes, mediaType);
  if (isBinary && !acceptsMediaType(headerValue(event, 'accept') ?? '', mediaType))
    return answerUnaccepted(mediaType, exchange);
  const answer = {
    statusCode,
    headers,
    body: isBinary ? Buffer.from(body).toString('base64') : textOf(body, mediaType),
    isBase64Encoded: isBinary,
  };
  return multiValueHeaders ? { ...answer, multiValueHeaders } : answer;
}

function textOf(body: Draft['body'], mediaType: string): string {
  if (typeof body === 'string') return body;
  if (body === null) return '';
  throw new TypeError(
    `A bytes body needs a Content-Type that is in app.api.binaryTypes, and '${mediaType}' is not.`,
  );
}
