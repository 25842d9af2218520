// Accepts requests from the explorer's own page only. A page of another site can send requests to 127.0.0.1, and can point
// its own name there (DNS rebinding). Browsers write `Host`, `Origin` and `Sec-Fetch-Site`, so these headers show where a
// request is from.
import type { IncomingMessage } from 'node:http';
import { createHostCheck } from '../local/http-server.js';

/** A header that the page adds. A page of another origin can add it only after a preflight request, which fails. */
const OWN_HEADER = 'x-framework-explorer';

const foreignHost = createHostCheck('127.0.0.1');

/** Returns why a request is refused; undefined when it may pass. */
export function refusalOf(request: IncomingMessage): string | undefined {
  const { headers, method } = request;
  const { host, origin } = headers;
  if (host === undefined || foreignHost(request.rawHeaders) !== undefined)
    return 'The explorer answers localhost alone.';
  if (origin !== undefined && origin !== `http://${host}`)
    return 'The explorer answers its own page alone.';
  const site = headers['sec-fetch-site'];
  const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isVisit)
    return 'The explorer answers its own page alone.';
  if (method === 'GET' || method === 'HEAD') return undefined;
  const isOwn = headers[OWN_HEADER] === '1' && origin !== undefined;
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
  return isOwn && isJson ? undefined : 'The explorer takes what its own page sends, as JSON.';
}
