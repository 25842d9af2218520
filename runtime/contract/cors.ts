// The headers CORS adds (specification 2.4, 4.5), computed once and used by the runtime, the gateway model and the
// OpenAPI document.
import type { CorsEntry } from './manifest.js';

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
export function preflightHeaders(
  cors: CorsEntry,
  methods: readonly string[],
): Record<string, string> {
  return {
    'Access-Control-Allow-Headers': DEFAULT_ALLOW_HEADERS.join(','),
    ...corsHeaders(cors),
    'Access-Control-Allow-Methods': [...methods, 'OPTIONS'].join(','),
  };
}
