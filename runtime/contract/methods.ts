// The HTTP methods a route may list (specification 4.1) and the ones a gateway method can have.

/** An HTTP method of a route, in upper case as on the wire. A named list, so that `tsc` prints its name. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Every method that `methods` of a route accepts, in the order messages list them. */
export const HTTP_METHODS: readonly HttpMethod[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
];

/** The methods of a route that lists none (specification 4.1). */
export const DEFAULT_METHODS: readonly HttpMethod[] = ['GET'];

/** Tells whether a string is one of {@link HTTP_METHODS}, in upper case. */
export function isHttpMethod(text: string): text is HttpMethod {
  return HTTP_METHODS.some((method) => method === text);
}
