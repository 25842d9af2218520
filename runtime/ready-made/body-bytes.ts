// The bytes of a body that is sent.
import type { Response } from '../index.js';

/** The bytes, or UTF-8 text for them; empty when a body was left out, undefined for a stream. */
export function bodyBytes(body: Response['body'] | undefined): string | Uint8Array | undefined {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (!body) return '';
  if (Symbol.asyncIterator in body) return undefined;
  const text = JSON.stringify(body) as string | undefined; // because `toJSON` may return undefined
  return text ?? '';
}
