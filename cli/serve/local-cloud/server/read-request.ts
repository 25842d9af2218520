// A request as services read it: the whole body, the path still encoded, header names in lower case.
import type { IncomingMessage } from 'node:http';
import type { ServiceRequest } from '../service.js';

export async function readRequest(
  request: IncomingMessage,
): Promise<Omit<ServiceRequest, 'region'>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // because no encoding is set
  const [path, query] = splitOnce(request.url ?? '/', '?');
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(chunks),
  };
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
