// Creates the security part of the document (specification 5). A caller must satisfy everything that an operation lists.
import type { AuthorizerEntry, Manifest } from '../../runtime/contract/manifest.js';
import type { ApiDescription, Operation } from '../api/api-description.js';
import { underlinedName } from '../free-names.js';
import { API_KEY, schemeOf } from '../security-scheme.js';
import type { Json } from '../types/json-schema.js';
import { asciiName } from '../types/schema-names.js';

export type DocumentSecurity = {
  readonly schemes: Readonly<Record<string, Json>>;
  readonly securityOf: (operation: Operation) => Json | undefined;
};

export function documentSecurity(
  { authorizers, routes }: Manifest,
  provided: NonNullable<ApiDescription['schemes']> = new Map(),
): DocumentSecurity {
  const names = new Map(authorizers.map((entry) => [entry.name, componentName(entry.name)]));
  const taken = new Set(names.values());
  const apiKey = underlinedName('api_key', taken);
  taken.add(apiKey);
  const providers = new Map<string, string>();
  for (const name of provided.keys()) {
    const free = underlinedName(componentName(asciiName(name)), taken);
    taken.add(free);
    providers.set(name, free);
  }
  const needsKey = routes.some(({ apiKeyRequired }) => apiKeyRequired);
  const schemes = authorizers.map(
    (entry) =>
      [
        names.get(entry.name) ?? '',
        { ...schemeOf(entry), description: DESCRIPTIONS[entry.kind] },
      ] as const,
  );
  const all: Readonly<Record<string, Json>> = Object.fromEntries([
    ...schemes,
    ...[...provided].map(
      ([name, scheme]) =>
        [providers.get(name) ?? name, scheme as { readonly [key: string]: Json }] as const, // because it was decoded as JSON
    ),
    ...(needsKey ? [[apiKey, API_KEY] as const] : []),
  ]);
  return {
    schemes: all,
    securityOf: ({ authorizer, scopes, apiKeyRequired, security = [] }) => {
      // If other routes have a scheme, a public route gets an empty list.
      if (authorizer === null && !apiKeyRequired && security.length === 0)
        return Object.keys(all).length > 0 ? [] : undefined;
      const name = authorizer === null ? undefined : (names.get(authorizer) ?? authorizer);
      const key = apiKeyRequired ? { [apiKey]: [] } : {};
      // A caller must satisfy all schemes in one entry. Each scope has its own entry, because a token needs only one of the
      // scopes.
      const admitted =
        name === undefined
          ? [{}]
          : (scopes ?? [undefined]).map((scope) => ({
              [name]: scope === undefined ? [] : [scope],
            }));
      return admitted.flatMap((entry) =>
        alternatives(security).map((required) => ({
          ...entry,
          ...Object.fromEntries(required.map((scheme) => [providers.get(scheme) ?? scheme, []])),
          ...key,
        })),
      );
    },
  };
}

/** Returns alternative lists of schemes, the shortest first. Schemes in `optional` may be omitted. */
function alternatives(
  security: NonNullable<Operation['security']>,
): readonly (readonly string[])[] {
  let lists: readonly (readonly string[])[] = [[]];
  for (const { name, isOptional } of security) {
    const longer = lists.map((list) => [...list, name]);
    lists = isOptional ? [...lists, ...longer] : longer;
  }
  return lists;
}

/**
 * Converts a name to an OpenAPI component name, which may contain letters, digits, `.`, `_` and `-`. Names of authorizers may
 * contain other characters.
 */
function componentName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]/g, '_');
}

const DESCRIPTIONS: Readonly<Record<AuthorizerEntry['kind'], string>> = {
  iam: 'AWS Signature Version 4, for the service execute-api',
  userPool: 'A token of an Amazon Cognito user pool',
  custom: 'A token that the authorizer of the API accepts',
};
