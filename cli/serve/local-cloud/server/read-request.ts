// A request as services read it: the whole body, the encoded path, header names in lower case.
import type { IncomingMessage } from 'node:http';
import type { ServiceRequest } from '../service.js';

export async function readRequest(
  request: IncomingMessage,
): Promise<Omit<ServiceRequest, 'region'>> {
  const [path, query] = splitOnce(request.url ?? '/', '?');
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: await readBody(request),
  };
}

/** Reads the body into one buffer of the announced length: a second copy of a large upload would double its memory. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const { 'content-length': length, 'x-amz-decoded-content-length': decoded } = request.headers;
  // The decoded length does not include the checksums and lengths of the chunks.
  const announced = length ?? (decoded === undefined ? 0 : Number(decoded) * 1.02 + 65_536);
  let body = Buffer.allocUnsafe(Math.ceil(Number(announced)) || 0);
  let end = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer; // because no encoding is set
    if (end + bytes.length > body.length) {
      const larger = Buffer.allocUnsafe(Math.max(body.length * 2, end + bytes.length));
      body.copy(larger, 0, 0, end);
      body = larger;
    }
    end += bytes.copy(body, end);
  }
  return body.subarray(0, end);
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
