// What a view returned as an answer of the proxy integration: JSON, text or bytes (spec 4.3, 4.4).
import { acceptsMediaType, JSON_TYPE, mediaTypeOf } from './contract/media-types.js';
import type { ProxyResult } from './contract/proxy-event.js';
import { isBinaryType } from './binary-types.js';
import { answerError, answerUnaccepted, type Exchange, headersWith } from './error-answer.js';
import { FrameworkViewError } from './errors.js';
import { headerValue } from './request-headers.js';
import { type AnswerHeaders, mergeHeaders } from './response-headers.js';
import { Response } from './response.js';

/** An answer before rule 4.4 has decided how its body travels; a body of null is empty. */
type Draft = AnswerHeaders & {
  readonly statusCode: number;
  readonly mediaType: string;
  readonly body: string | Buffer | null;
};

/** Answers with what a view returned; a returned error answers like a raised one. What cannot be sent is thrown. */
export function answerValue(value: unknown, exchange: Exchange): ProxyResult {
  if (value instanceof FrameworkViewError) return answerError(value, exchange);
  if (value instanceof Response) return deliver(draftOf(value, exchange), exchange);
  const body = jsonText(value ?? null);
  const headers = headersWith(exchange.cors);
  return deliver({ statusCode: 200, headers, mediaType: JSON_TYPE, body }, exchange);
}

function draftOf(response: Response, { cors }: Exchange): Draft {
  const { statusCode, body } = response;
  if (!Number.isInteger(statusCode) || statusCode < 200 || statusCode > 599)
    throw new RangeError(`The status code of a Response is from 200 to 599, not ${statusCode}.`);
  const merged = mergeHeaders(headersWith(cors), response.headers);
  const mediaType = mediaTypeOf(merged.headers['Content-Type'] ?? '');
  return { ...merged, statusCode, mediaType, body: bodyOf(body) };
}

function bodyOf(body: unknown): string | Buffer | null {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  return body === null || body === undefined ? null : jsonText(body);
}

function jsonText(value: unknown): string {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    throw new TypeError('A view returns bytes in a Response with a binary Content-Type.');
  const text = JSON.stringify(value) as string | undefined; // because a function or symbol gives undefined
  if (text !== undefined) return text;
  throw new TypeError(`A view returned a ${typeof value}, which JSON cannot hold.`);
}

function deliver(
  { mediaType, body, ...answer }: Draft,
  { app, event, cors }: Exchange,
): ProxyResult {
  const isBinary = body !== null && isBinaryType(app.api.binaryTypes, mediaType);
  if (isBinary) {
    if (!acceptsMediaType(headerValue(event, 'accept') ?? '', mediaType))
      return answerUnaccepted(mediaType, cors);
    return { ...answer, body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  }
  if (typeof body !== 'object' || body === null)
    return { ...answer, body: body ?? '', isBase64Encoded: false };
  throw new TypeError(
    `A bytes body needs a Content-Type that is in app.api.binaryTypes, and '${mediaType}' is not.`,
  );
}
