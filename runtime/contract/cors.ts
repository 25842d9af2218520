// The headers that CORS adds (specification 2.4, 4.5), computed here for the runtime, the gateway model and the OpenAPI
// document.
import type { CorsEntry, Manifest, RouteEntry } from './manifest.js';

/** Request headers that a preflight allows by default; `allowHeaders` replaces them (specification 4.5 rule 5). */
const DEFAULT_ALLOW_HEADERS: readonly string[] = [
  'Content-Type',
  'X-Cloud-Date',
  'Authorization',
  'X-Api-Key',
  'X-Cloud-Security-Token',
];

/** The configuration that `cors: true` selects (specification 4.5 rule 1). */
export const ANY_ORIGIN: CorsEntry = { allowOrigin: '*' };

/** Returns the CORS headers for every response of a route, one header for each argument of its `CORSConfig`. */
export function corsHeaders(cors: CorsEntry): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': cors.allowOrigin,
    ...(cors.allowHeaders && { 'Access-Control-Allow-Headers': cors.allowHeaders.join(',') }),
    ...(cors.exposeHeaders?.length && {
      'Access-Control-Expose-Headers': cors.exposeHeaders.join(','),
    }),
    ...(cors.maxAge !== undefined && { 'Access-Control-Max-Age': String(cors.maxAge) }),
    ...(cors.allowCredentials === true && { 'Access-Control-Allow-Credentials': 'true' }),
  };
}

/** Returns the headers for a `cors` option: undefined if the option is absent, and empty if CORS is disabled. */
export function declaredCors(
  cors: boolean | CorsEntry | undefined,
): Record<string, string> | undefined {
  if (cors === undefined || cors === false) return cors === false ? {} : undefined;
  return corsHeaders(cors === true ? ANY_ORIGIN : cors);
}

/** Returns the headers for the preflight response for a path whose routes list `methods` (specification 4.5 rules 3 to 5). */
function preflightHeaders(cors: CorsEntry, methods: readonly string[]): Record<string, string> {
  return {
    'Access-Control-Allow-Headers': DEFAULT_ALLOW_HEADERS.join(','),
    ...corsHeaders(cors),
    'Access-Control-Allow-Methods': [...methods, 'OPTIONS'].join(','),
  };
}

/** Returns the headers of preflight responses by path. Paths without CORS and paths with an OPTIONS view are omitted. */
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
 * Returns the headers that all routes with CORS have in common, for gateway errors (docs/decisions/gateway-error-cors.md). If
 * the origins differ, any origin may read the error, but without credentials, which browsers reject for any origin.
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
