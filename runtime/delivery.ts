// Decides how a response body is sent (specification 4.4): as text, or in base64 if its media type is binary.
import { acceptsMediaType } from './contract/media-types.js';
import type { ProxyResult } from './contract/proxy-event.js';
import { answerUnaccepted, checkedStatus } from './error-answer.js';
import type { Exchange } from './exchange.js';
import { headerValue } from './request-headers.js';
import type { AnswerHeaders } from './response-headers.js';

/** A response whose body is not yet encoded as text or base64. A null body is empty. */
export type Draft = {
  readonly headers: AnswerHeaders['headers'];
  readonly multiValueHeaders?: AnswerHeaders['multiValueHeaders'] | undefined;
  readonly statusCode: number;
  readonly mediaType: string;
  readonly body: string | Buffer | null;
};

/** Creates the result that is passed to the gateway. Throws if the response cannot be sent. */
export function deliver(draft: Draft, exchange: Exchange): ProxyResult {
  const { statusCode, headers, multiValueHeaders, mediaType, body } = draft;
  const { app, event } = exchange;
  const isBinary = body !== null && app.$binaryTypes.includes(app.api.binaryTypes, mediaType);
  if (isBinary && !acceptsMediaType(headerValue(event, 'accept') ?? '', mediaType))
    return answerUnaccepted(mediaType, exchange);
  const text = isBinary ? Buffer.from(body).toString('base64') : (body ?? '');
  if (typeof text !== 'string')
    throw new TypeError(
      `A bytes body needs a Content-Type that is in app.api.binaryTypes, but '${mediaType}' is not.`,
    );
  const answer = {
    statusCode: checkedStatus(statusCode),
    headers,
    body: text,
    isBase64Encoded: isBinary,
  };
  return multiValueHeaders ? { ...answer, multiValueHeaders } : answer;
}
