// `/_framework/…`: what the cloud does for our own processes, which have its token: the command that manages it,
// `framework local --cloud` and the explorer.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Attachments } from '../lambda/run/attachments.js';
import { readRequest } from './read-request.js';

export type OwnRoutes = {
  readonly token: string;
  /** The JSON that a path below `/_framework/` answers; undefined for one that is not there. */
  readonly answer: (path: string, query: URLSearchParams) => unknown;
};

/** The paths of our own processes. No bucket has such a name. */
export const OWN = '/_framework/';

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

export async function answerOwn(
  own: OwnRoutes | undefined,
  { attachments }: { readonly attachments: Attachments },
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
  const found = method === 'GET' && own.answer(name, query);
  const status = found ? 200 : 404;
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
