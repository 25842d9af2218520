// What a view returned as an answer of the proxy integration (spec 4.3), and how its body travels (spec 4.4).
import { acceptsMediaType, JSON_TYPE } from './contract/media-types.js';
import type { ProxyResult } from './contract/proxy-event.js';
import { isBinaryType } from './binary-types.js';
import { answerError, answerUnaccepted, type Exchange, headersWith } from './error-answer.js';
import { FrameworkViewError } from './errors.js';
import { jsonText } from './json-text.js';
import { headerValue } from './request-headers.js';
import type { Draft, Response } from './response.js';

/** Answers with what a view returned; a returned error answers like a raised one. What cannot be sent is thrown. */
export function answerValue(value: unknown, exchange: Exchange): ProxyResult {
  if (value instanceof FrameworkViewError) return answerError(value, exchange);
  return deliver(draftOf(value, headersWith(exchange.cors)), exchange);
}

/** A Response is asked, not recognised by its class, so that a bundle whose views return none does not hold it. */
function draftOf(value: unknown, headers: Readonly<Record<string, string>>): Draft {
  const { $draft } = (value ?? {}) as Partial<Response>; // because it may be any value
  if ($draft) return $draft.call(value as Response, headers); // because only a Response has one
  return { statusCode: 200, headers, mediaType: JSON_TYPE, body: jsonText(value ?? null) };
}

function deliver({ mediaType, body, ...answer }: Draft, exchange: Exchange): ProxyResult {
  const { app, event } = exchange;
  const isBinary = body !== null && isBinaryType(app.api.binaryTypes, mediaType);
  if (isBinary) {
    if (!acceptsMediaType(headerValue(event, 'accept') ?? '', mediaType))
      return answerUnaccepted(mediaType, exchange);
    return { ...answer, body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  }
  if (typeof body !== 'object' || body === null)
    return { ...answer, body: body ?? '', isBase64Encoded: false };
  throw new TypeError(
    `A bytes body needs a Content-Type that is in app.api.binaryTypes, and '${mediaType}' is not.`,
  );
}
