// Security in the document (specification 5). A caller needs everything that an operation lists.
import type { AuthorizerEntry, Manifest } from '../../runtime/contract/manifest.js';
import type { Operation } from '../api/api-description.js';
import { underlinedName } from '../free-names.js';
import { API_KEY, schemeOf } from '../security-scheme.js';
import type { Json } from '../types/json-schema.js';

export type DocumentSecurity = {
  readonly schemes: Readonly<Record<string, Json>>;
  readonly securityOf: (operation: Operation) => Json | undefined;
};

export function documentSecurity({ authorizers, routes }: Manifest): DocumentSecurity {
  const names = new Map(authorizers.map((entry) => [entry.name, componentName(entry.name)]));
  const apiKey = underlinedName('api_key', new Set(names.values()));
  const needsKey = routes.some(({ apiKeyRequired }) => apiKeyRequired);
  const schemes = authorizers.map(
    (entry) =>
      [
        names.get(entry.name) ?? '',
        { ...schemeOf(entry), description: DESCRIPTIONS[entry.kind] },
      ] as const,
  );
  return {
    schemes: Object.fromEntries([...schemes, ...(needsKey ? [[apiKey, API_KEY] as const] : [])]),
    securityOf: ({ authorizer, scopes, apiKeyRequired }) => {
      if (authorizer === null) return apiKeyRequired ? [{ [apiKey]: [] }] : undefined;
      const name = names.get(authorizer) ?? authorizer;
      const key = apiKeyRequired ? { [apiKey]: [] } : {};
      // A caller must satisfy all of one entry. Each scope has an entry, because a token needs only one of them.
      if (!scopes) return [{ [name]: [], ...key }];
      return scopes.map((scope) => ({ [name]: [scope], ...key }));
    },
  };
}

/** OpenAPI names components with letters, digits, `.`, `_` and `-`. Names of authorizers may have other characters. */
function componentName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]/g, '_');
}

const DESCRIPTIONS: Readonly<Record<AuthorizerEntry['kind'], string>> = {
  iam: 'AWS Signature Version 4, for the service execute-api',
  userPool: 'A token of an Amazon Cognito user pool',
  custom: 'A token that the authorizer of the API admits',
};
