// The body of a request: its bytes, and the text and JSON that they decode to (specification 2.2, 4.2).
import type { ProxyEvent } from './contract/proxy-event.js';
import { BadRequestError } from './errors.js';
import { InvalidInputError } from './input-error.js';
import { headerValue } from './request-headers.js';

/** Returns the body as bytes; empty if there is no body. The gateway may use base64 for any media type. */
export function bytesOf({ body, isBase64Encoded }: ProxyEvent): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

/** Parses bytes as JSON. Any content other than JSON in UTF-8 is a client error (docs/decisions/request-bodies.md). */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(strictText(bytes));
  } catch {
    throw new BadRequestError('Error Parsing JSON');
  }
}

/** Decodes bytes as text; if they are not UTF-8, encodes them in base64. */
export function textOf(bytes: Buffer): string {
  try {
    return strictText(bytes);
  } catch {
    return bytes.toString('base64');
  }
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Returns the fields of a form, each with all its values. */
export function formTexts(bytes: Buffer): Record<string, string[]> {
  const texts = Object.create(null) as Record<string, string[]>; // because `Object.create` returns any
  for (const [name, value] of new URLSearchParams(bytes.toString()))
    (texts[name] ??= []).push(value);
  return texts;
}

/** Decodes bytes as text in the charset that the Content-Type names; defaults to UTF-8. */
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

/** Throws if the bytes are not UTF-8. Only text with a byte order mark or a replacement character needs the slow decoder. */
function strictText(bytes: Buffer): string {
  const text = bytes.toString();
  // The character is not written as a literal, because a single non-ASCII character makes Node.js store the whole bundle with
  // two bytes per character.
  if (!text.startsWith('\ufeff') && !text.includes(String.fromCodePoint(0xfffd))) return text;
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/**
 * Parses `multipart/form-data` and `application/x-www-form-urlencoded` with the platform's parser
 * (docs/decisions/request-bodies.md). Any other media type is a client error.
 */
export function formDataOf(event: ProxyEvent, bytes: Buffer): Promise<FormData> {
  const form = parseForm(headerValue(event, 'content-type') ?? '', bytes);
  // A view may respond without awaiting the form. In that case, a client error must not end the process.
  form.catch(() => undefined);
  return form;
}

async function parseForm(contentType: string, bytes: Buffer): Promise<FormData> {
  try {
    const headers = { 'Content-Type': contentType };
    // `Response` without `globalThis` is this runtime's class.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- advice for servers that read a stream; here the body is complete
    return await new globalThis.Response(bytes, { headers }).formData();
  } catch {
    throw new BadRequestError('Error Parsing Form');
  }
}
