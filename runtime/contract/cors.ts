// The headers CORS adds (specification 2.4, 4.5), computed once and used by the runtime, the gateway model and the
// OpenAPI document.
import type { CorsEntry, Manifest, RouteEntry } from './manifest.js';

/** Request headers that a preflight allows by default; `allowHeaders` replaces them (specification 4.5 rule 5). */
const DEFAULT_ALLOW_HEADERS: readonly string[] = [
  'Content-Type',
  'X-Cloud-Date',
  'Authorization',
  'X-Api-Key',
  'X-Cloud-Security-Token',
];

/** `cors: true` (specification 4.5 rule 1). */
export const ANY_ORIGIN: CorsEntry = { allowOrigin: '*' };

/** The headers of every response of a route: one for each argument of its `CORSConfig`. */
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

/** The headers of a `cors` option: undefined when it is absent, none when it is off. */
export function declaredCors(
  cors: boolean | CorsEntry | undefined,
): Record<string, string> | undefined {
  if (cors === undefined || cors === false) return cors === false ? {} : undefined;
  return corsHeaders(cors === true ? ANY_ORIGIN : cors);
}

/**
 * The headers of the response to a preflight request on a path whose routes list `methods` (specification 4.5 rules 3 to 5).
 */
function preflightHeaders(cors: CorsEntry, methods: readonly string[]): Record<string, string> {
  return {
    'Access-Control-Allow-Headers': DEFAULT_ALLOW_HEADERS.join(','),
    ...corsHeaders(cors),
    'Access-Control-Allow-Methods': [...methods, 'OPTIONS'].join(','),
  };
}

// CORS of responses that the gateway sends without calling the function (specification 4.5 rules 2 to 5,
// docs/decisions/gateway-error-cors.md): preflights and its own errors. The gateway model and the OpenAPI document
// both read it, so that local and deployed responses are the same.

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
