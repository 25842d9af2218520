// The body of a request as a form, read by the platform's parser (docs/decisions/request-bodies.md).
import type { ProxyEvent } from './contract/proxy-event.js';
import { BadRequestError } from './errors.js';
import { headerValue } from './request-headers.js';

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
