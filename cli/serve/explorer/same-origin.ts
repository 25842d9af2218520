// Accepts only requests from the explorer's own page. A page on another site can send requests to 127.0.0.1, and can make its
// own name resolve to it (DNS rebinding). Browsers set `Host`, `Origin` and `Sec-Fetch-Site`, so these headers show where a
// request comes from.
import type { IncomingMessage } from 'node:http';
import { createHostCheck } from '../local/http-server.js';

/**
 * A header that the explorer's page adds. A page with another origin can only add it after a preflight request, which fails.
 */
const OWN_HEADER = 'x-framework-explorer';

const foreignHost = createHostCheck('127.0.0.1');

/** Returns why a request is rejected; undefined if it is accepted. */
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
