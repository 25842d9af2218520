// The headers of `middleware.answerHeaders` (docs/guide/middleware.md). They are added where the CORS headers are, so that
// errors, 415 answers and refused input have them too.
import { listKey } from './contract/binding.js';
import type { Exchange } from './exchange.js';
import { type LayeredApp, layersOf } from './layer.js';
import type { Request } from './request.js';
import type { Route } from './view-registry.js';

/** Adds the headers to every answer of a route. When two have the same name, the innermost middleware's is sent. */
export function addAnswerHeaders(
  {
    app,
    route,
    request,
  }: { readonly app: LayeredApp; readonly route: Route; readonly request: Request },
  exchange: Exchange,
): void {
  const [, path, methods] = route.row;
  route.chain ??= layersOf(app, listKey(methods, path), 'http');
  for (const { $headersOver } of route.chain)
    exchange.cors = $headersOver?.(request, exchange.cors) ?? exchange.cors;
}
