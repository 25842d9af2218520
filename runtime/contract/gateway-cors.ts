// CORS of responses that the gateway sends without calling the function (specification 4.5 rules 2 to 5,
// docs/decisions/gateway-error-cors.md): preflights and its own errors. The gateway model and the OpenAPI document
// both read it, so that local and deployed responses are the same.
import { ANY_ORIGIN, corsHeaders, preflightHeaders } from './cors.js';
import type { Manifest, RouteEntry } from './manifest.js';

/** The headers of preflight responses, by path; paths without CORS, and those with a view for OPTIONS, have none. */
export function pathPreflights(
  routes: readonly RouteEntry[],
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const byPath = new Map<string, RouteEntry[]>();
  for (const route of routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  const preflights = new Map<string, Readonly<Record<string, string>>>();
  for (const [path, group] of byPath) {
    const cors = group.find((route) => route.cors)?.cors;
    const methods = [...new Set(group.flatMap((route) => route.methods))];
    if (cors && !methods.includes('OPTIONS')) preflights.set(path, preflightHeaders(cors, methods));
  }
  return preflights;
}

/**
 * The CORS headers of errors that the gateway makes. They are fixed for the whole API: each header that all routes with CORS
 * agree on. When origins differ, any origin may read the error, without credentials, because browsers reject that combination.
 */
export function errorCorsHeaders(manifest: Manifest): Record<string, string> {
  const [first, ...others] = manifest.routes.flatMap((route) =>
    route.cors ? [corsHeaders(route.cors)] : [],
  );
  if (first === undefined) return {};
  const isShared = ([name, value]: [string, string]): boolean =>
    others.every((headers) => headers[name] === value);
  const shared = Object.fromEntries(Object.entries(first).filter(isShared));
  return 'Access-Control-Allow-Origin' in shared ? shared : corsHeaders(ANY_ORIGIN);
}
