// The body of a request: bytes, and their text and JSON (specification 2.2, 4.2).
import type { ProxyEvent } from './contract/proxy-event.js';
import { BadRequestError } from './errors.js';
import { InvalidInputError } from './input-error.js';
import { headerValue } from './request-headers.js';

/** The body as bytes; empty when there is none. The gateway may send base64 for any media type. */
export function bytesOf({ body, isBase64Encoded }: ProxyEvent): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

/** Bytes as JSON; anything but JSON in UTF-8 is the client's mistake (docs/decisions/request-bodies.md). */
export function parseJson(bytes: Buffer): unknown {
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

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The fields of a form, each with all its values. */
export function formTexts(bytes: Buffer): Record<string, string[]> {
  const texts = Object.create(null) as Record<string, string[]>; // because Object.create gives any
  for (const [name, value] of new URLSearchParams(bytes.toString()))
    (texts[name] ??= []).push(value);
  return texts;
}

/** Bytes as text in the charset of the Content-Type; defaults to UTF-8. */
export function decodedText(bytes: Buffer, contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
  try {
    return charset === undefined
      ? strictText(bytes)
      : new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidInputError([{ at: '/body', expected: 'text in its charset', rule: 'type' }]);
  }
}

/** Only text with a byte order mark or a replacement character needs the slow way. */
function strictText(bytes: Buffer): string {
  const text = bytes.toString();
  // Not a literal: one non-ASCII character makes Node.js store a whole bundle with two bytes per character.
  if (!text.startsWith('\ufeff') && !text.includes(String.fromCodePoint(0xfffd))) return text;
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

// The body of a request as a form, read by the platform's parser (docs/decisions/request-bodies.md).

/** Reads `multipart/form-data` and `application/x-www-form-urlencoded`; anything else is the client's mistake. */
export function formDataOf(event: ProxyEvent, bytes: Buffer): Promise<FormData> {
  const form = parseForm(headerValue(event, 'content-type') ?? '', bytes);
  // A view may respond without waiting for it. A client's mistake must not end the process then.
  form.catch(() => undefined);
  return form;
}

async function parseForm(contentType: string, bytes: Buffer): Promise<FormData> {
  try {
    const headers = { 'Content-Type': contentType };
    // `Response` alone is this runtime's class.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- advice for servers that read a stream; the body is here already
    return await new globalThis.Response(bytes, { headers }).formData();
  } catch {
    throw new BadRequestError('Error Parsing Form');
  }
}
