// The bytes of a body that is sent.
import type { Response } from '../index.js';

type Body = Response['body'] | undefined;

/** The bytes, or UTF-8 text for them; empty when a body was left out. A stream has none yet. */
export function bodyBytes(body: Body): string | Uint8Array {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (!body) return '';
  const text = JSON.stringify(body) as string | undefined; // because `toJSON` may return undefined
  return text ?? '';
}

export function isStreamed(body: Body): boolean {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
