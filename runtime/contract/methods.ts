// The HTTP methods that a route may list (specification 4.1), and those that a gateway method can have.

/** An HTTP method of a route, in upper case as in a request. A named type, so that `tsc` prints its name. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Every method that the `methods` option of a route accepts, in the order in which messages list them. */
export const HTTP_METHODS: readonly HttpMethod[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
];

/** The methods of a route that does not list any (specification 4.1). */
export const DEFAULT_METHODS: readonly HttpMethod[] = ['GET'];

/** Returns true if a string is one of {@link HTTP_METHODS}, in upper case. */
export function isHttpMethod(text: string): text is HttpMethod {
  return HTTP_METHODS.some((method) => method === text);
}
