// Who admits the requests of a route (specification 2.5): the authorizer that it names, with the scopes that it asks for itself.
import type { AuthorizerEntry, RouteEntry } from './manifest.js';

/** Undefined when every request is admitted. */
export function routeAuthorizer(
  { authorizer, scopes }: Pick<RouteEntry, 'authorizer' | 'scopes'>,
  authorizers: readonly AuthorizerEntry[],
): AuthorizerEntry | undefined {
  const entry = authorizers.find(({ name }) => name === authorizer);
  return entry?.kind === 'userPool' && scopes ? { ...entry, scopes } : entry;
}
