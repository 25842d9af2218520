// The bytes of a body as it is sent.
import type { Response } from '../index.js';

/** The bytes, or the text that they are the UTF-8 of; nothing where a body was left out. */
export function bodyBytes(body: Response['body'] | undefined): string | Uint8Array {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (!body) return '';
  const text = JSON.stringify(body) as string | undefined; // because `toJSON` may give undefined
  return text ?? '';
}
