// Logs the size and rate of bodies (docs/guide/middleware.md).
import { $uses } from '../contract/uses.js';
import { middleware, type Middleware, type Response } from '../index.js';
import { bodyBytes, isStreamed } from './body-bytes.js';

/**
 * Logs the size of each request's bodies and how fast the response was made. The line has the route path with its
 * captures in braces, and nothing that was sent: no value, no query, no header. The size of a stream is not known yet.
 *
 * @example
 * ```ts
 * import { bodyLog } from 'framework/middleware';
 *
 * // POST /orders/{id} 201: 512 B in, 1204 B out, 12 ms, 100 B/ms
 * export const common = [bodyLog((line) => console.log(line))];
 * ```
 */
export function bodyLog(write: (line: string) => void): Middleware {
  return middleware(async (request, next) => {
    const started = performance.now();
    let response: Response | undefined;
    try {
      return (response = await next());
    } finally {
      const time = Math.max(1, Math.round(performance.now() - started));
      const sent =
        response && !($uses.code.$stream && isStreamed(response.body)) ? sizeOf(response) : 0;
      write(
        `${request.method} ${request.context.resourcePath ?? ''} ${response?.statusCode ?? 'raised'}: ` +
          ($uses.code.$stream && isStreamed(response?.body)
            ? `${request.rawBody.length} B in, a stream out`
            : `${request.rawBody.length} B in, ${sent} B out, ${time} ms, ${Math.round(sent / time)} B/ms`),
      );
    }
  });
}

function sizeOf({ body }: Response): number {
  const bytes = bodyBytes(body);
  return typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.byteLength;
}
