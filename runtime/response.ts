// `Response`: an answer whose status, headers and body the view decides (spec 2.3).

/** The value of a response header: text, or a list for a header that is repeated. Anything else becomes text. */
export type HeaderValue = string | number | boolean | null | undefined | readonly string[];

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
}
