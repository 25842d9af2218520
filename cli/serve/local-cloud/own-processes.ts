// `/_framework/…`: endpoints for the framework's own processes, which have the token of the cloud: the command that manages it,
// `framework local --cloud` and the explorer.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Attachments } from './lambda/run/attachments.js';
import { type ListingPorts, listingOf } from './listings.js';
import { readRequest } from './server/read-request.js';

export type OwnRoutes = {
  readonly token: string;
  /** Returns the JSON response for a path below `/_framework/`; undefined for an unknown path. */
  readonly answer: (path: string, query: URLSearchParams) => unknown;
};

/** The path prefix of these endpoints. No bucket can have such a name. */
export const OWN = '/_framework/';

export type OwnPorts = ListingPorts & { readonly attachments: Attachments };

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

export async function answerOwn(
  own: OwnRoutes | undefined,
  { attachments, ...ports }: OwnPorts,
  { request, response }: Exchange,
): Promise<void> {
  if (!own || !isSame(request.headers.authorization ?? '', `Bearer ${own.token}`)) {
    response.writeHead(401).end();
    return;
  }
  const { method, path, query, body } = await readRequest(request);
  const name = path.slice(OWN.length);
  if (method === 'POST' && name === 'attach') {
    attachments.attach(body.toString(), response);
    return;
  }
  if (method === 'POST' && name === 'result') {
    const isTaken = attachments.settle(query.get('id') ?? '', body.toString());
    response.writeHead(isTaken ? 204 : 410).end();
    return;
  }
  const region = query.get('region') ?? ports.region;
  const found =
    method === 'GET' &&
    ((await listingOf(name, query, { ...ports, region })) ?? own.answer(name, query));
  const status = found ? 200 : 404;
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
