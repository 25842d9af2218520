// `Response`: an answer whose status, headers and body the view decides (spec 2.3).
import { mediaTypeOf } from './contract/media-types.js';
import { jsonText } from './json-text.js';
import { type AnswerHeaders, type HeaderValue, mergeHeaders } from './response-headers.js';

/** What a {@link Response} can carry: text, bytes, nothing, or a value that is sent as JSON. */
export type ResponseBody = string | Uint8Array | ArrayBuffer | object | null;

/**
 * An answer with exactly this status, these headers and this body. Content-Type is `application/json` unless the
 * headers say otherwise. Bytes need a Content-Type that is in `app.api.binaryTypes`.
 *
 * @example
 * ```ts
 * class Views {
 *   @app.route('/old')
 *   old() {
 *     return new Response(null, 301, { Location: '/new' });
 *   }
 * }
 * ```
 */
export class Response {
  /** Text and bytes are sent as they are, null as an empty body, any other value as JSON. */
  body: ResponseBody;
  /** The HTTP status, from 200 to 599. */
  statusCode: number;
  /** Added to the answer. Names are case-insensitive; a list repeats the header, null and undefined leave it out. */
  headers: Record<string, HeaderValue>;

  constructor(
    body: ResponseBody,
    statusCode: number = 200,
    headers: Record<string, HeaderValue> = {},
  ) {
    this.body = body;
    this.statusCode = statusCode;
    this.headers = headers;
  }

  /** @internal The answer over the default headers of the route. Only a Response has a method of this name. */
  $frameworkDraft(defaults: Readonly<Record<string, string>>): Draft {
    const { statusCode, body } = this;
    const merged = mergeHeaders(defaults, this.headers);
    const mediaType = mediaTypeOf(merged.headers['Content-Type'] ?? '');
    return { ...merged, statusCode, mediaType, body: bodyOf(body) };
  }
}

/** An answer before rule 4.4 has decided how its body travels; a body of null is empty. */
export type Draft = AnswerHeaders & {
  readonly statusCode: number;
  readonly mediaType: string;
  readonly body: string | Buffer | null;
};

function bodyOf(body: ResponseBody | undefined): string | Buffer | null {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  return body === null || body === undefined ? null : jsonText(body);
}
