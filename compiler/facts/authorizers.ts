// Which authorizer each route has: the object in `authorizer`, or the one that the deprecated `defineAuthorizer` defined
// under `authorizerName` (spec 2.5, section 5).
import type { AuthorizerEntry } from '../../runtime/contract/manifest.js';
import type {
  AppFacts,
  AuthorizerDeclaration,
  RouteDeclaration,
} from '../declarations/app-facts.js';
import { readAuthorizer, readStrings } from './route-options.js';
import { entryOf } from '../values/static-value.js';

/** The authorizer of a route; undefined when it has none or it is not well formed. */
export function authorizerOf(
  facts: AppFacts,
  route: RouteDeclaration,
): AuthorizerEntry | undefined {
  const authorizer = entryOf(route.options, 'authorizer')?.value;
  if (authorizer) return readAuthorizer(authorizer);
  const name = entryOf(route.options, 'authorizerName')?.value;
  if (name?.kind !== 'string') return undefined;
  const declaration = findDefinition(facts, route.app, name.value);
  return declaration && readDefinition(declaration);
}

/** The `defineAuthorizer` of a name; the last one counts, as in the program. */
export function findDefinition(
  facts: AppFacts,
  app: number,
  name: string,
): AuthorizerDeclaration | undefined {
  return facts.authorizers.findLast(
    (declaration) =>
      declaration.app === app &&
      declaration.name.kind === 'string' &&
      declaration.name.value === name,
  );
}

/** A `defineAuthorizer` as an entry of the manifest; undefined when it is not well formed. */
export function readDefinition({
  name,
  options,
}: AuthorizerDeclaration): AuthorizerEntry | undefined {
  const header = entryOf(options, 'header')?.value;
  if (name.kind !== 'string' || header?.kind !== 'string') return undefined;
  const common = { name: name.value, header: header.value };
  const uri = entryOf(options, 'authorizerUri')?.value;
  if (uri)
    return uri.kind === 'string'
      ? { kind: 'custom', ...common, authorizerUri: uri.value }
      : undefined;
  const providerArns = readStrings(entryOf(options, 'providerArns')?.value);
  return providerArns && { kind: 'userPool', ...common, providerArns };
}
