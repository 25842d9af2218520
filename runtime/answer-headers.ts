// Headers of every answer of a route (docs/guide/middleware.md): `middleware.answerHeaders` gives them, and they stand
// where those of CORS do, so that errors, a 415 and refused input have them too.
import { listKey } from './contract/binding.js';
import type { Exchange } from './exchange.js';
import type { Middleware } from './layer.js';
import type { Request } from './request.js';
import type { Route } from './view-registry.js';

/** Adds them to those that an answer has whatever it is. Of two with one name the innermost counts. */
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
