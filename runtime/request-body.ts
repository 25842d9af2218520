// The body of a request: bytes, and what they say as text and as JSON (spec 2.2, 4.2).
import type { TextDecoder as Decoder } from 'node:util';
import type { ProxyEvent } from './contract/proxy-event.js';
import { BadRequestError } from './errors.js';

let decoder: Decoder | undefined;

/** The body as bytes; empty when there is none. The gateway sends base64 for any media type it likes. */
export function bytesOf({ body, isBase64Encoded }: ProxyEvent): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

/** Bytes as JSON; what is not JSON in UTF-8 is the client's mistake (design.md 4.4). */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(strictText(bytes));
  } catch {
    throw new BadRequestError('Error Parsing JSON');
  }
}

/** Bytes as text; in base64 when they are not UTF-8. */
export function textOf(bytes: Buffer): string {
  try {
    return strictText(bytes);
  } catch {
    return bytes.toString('base64');
  }
}

function strictText(bytes: Uint8Array): string {
  return (decoder ??= new TextDecoder('utf-8', { fatal: true })).decode(bytes);
}
