// The headers of `middleware.answerHeaders` (docs/guide/middleware.md). They are added where the CORS headers are, so that
// errors, 415 responses and rejected input have them too.
import type { Exchange } from './exchange.js';
import type { Request } from './request.js';
import type { Route } from './view-registry.js';

/** Adds the headers to every response of a route. When two have the same name, the innermost middleware's is sent. */
export function addAnswerHeaders(
  { chain = [] }: Route,
  request: Request,
  exchange: Exchange,
): void {
  for (const { $headersOver } of chain)
    exchange.cors = $headersOver?.(request, exchange.cors) ?? exchange.cors;
}
