// The headers of `middleware.answerHeaders` (docs/guide/middleware.md). They are added where the CORS headers are, so that
// errors, 415 answers and refused input have them too.
import { listKey } from './contract/binding.js';
import type { Exchange } from './exchange.js';
import type { Middleware } from './layer.js';
import type { Request } from './request.js';
import type { Route } from './view-registry.js';

/** Adds the headers to every answer of a route. When two have the same name, the innermost middleware's is sent. */
export function addAnswerHeaders(
  this: { readonly $layers: (key: string, kind: 'http') => readonly Middleware[] },
  { route, request }: { readonly route: Route; readonly request: Request },
  exchange: Exchange,
): void {
  const [, path, methods] = route.row;
  route.chain ??= this.$layers(listKey(methods, path), 'http');
  for (const { $headersOver } of route.chain)
    exchange.cors = $headersOver?.(request, exchange.cors) ?? exchange.cors;
}
