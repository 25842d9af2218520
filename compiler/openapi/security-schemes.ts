// Creates the security part of the document (specification 5): the schemes that the routes use, and what each route requires.
// docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-authorizer.html
import {
  type AuthorizerEntry,
  type Manifest,
  type RouteEntry,
  routeAuthorizer,
} from '../../runtime/contract/manifest.js';
import { underlinedName } from '../free-names.js';
import type { Json } from './openapi-document.js';

type HeaderScheme = { readonly type: 'apiKey'; readonly name: string; readonly in: 'header' };

export const API_KEY: HeaderScheme = headerScheme('x-api-key');

export function schemeOf(entry: AuthorizerEntry): HeaderScheme {
  return headerScheme(entry.kind === 'iam' ? 'Authorization' : entry.header);
}

function headerScheme(name: string): HeaderScheme {
  return { type: 'apiKey', name, in: 'header' };
}

/** The number of seconds for which API Gateway caches the result of a custom authorizer by default. */
export const VERDICT_SECONDS = 300;

/** Returns the security of a route. API Gateway requires that all entries in the list are satisfied. */
export type RouteSecurity = (route: RouteEntry) => readonly Json[];

export function securityOf(manifest: Manifest): {
  readonly schemes: Readonly<Record<string, Json>>;
  readonly routeSecurity: RouteSecurity;
} {
  const names = manifest.authorizers.map(({ name }) => name);
  const apiKey = underlinedName('api_key', new Set(names));
  const needsKey = manifest.routes.some(({ apiKeyRequired }) => apiKeyRequired);
  const schemes = Object.fromEntries([
    ...(needsKey ? [[apiKey, API_KEY] as const] : []),
    ...manifest.authorizers.map(
      (entry) => [entry.name, { ...schemeOf(entry), ...extensionsOf(entry) }] as const,
    ),
  ]);
  const routeSecurity: RouteSecurity = (route) => [
    ...(route.authorizer === null ? [] : [{ [route.authorizer]: scopesOf(route, manifest) }]),
    ...(route.apiKeyRequired ? [{ [apiKey]: [] }] : []),
  ];
  return { schemes, routeSecurity };
}

function scopesOf(route: RouteEntry, { authorizers }: Manifest): readonly string[] {
  const entry = routeAuthorizer(route, authorizers);
  return entry?.kind === 'userPool' ? (entry.scopes ?? []) : [];
}

function extensionsOf(entry: AuthorizerEntry): { readonly [name: string]: Json } {
  switch (entry.kind) {
    case 'iam':
      return { 'x-amazon-apigateway-authtype': 'awsSigv4' };
    case 'userPool':
      return {
        'x-amazon-apigateway-authtype': 'cognito_user_pools',
        'x-amazon-apigateway-authorizer': {
          type: 'cognito_user_pools',
          providerARNs: entry.providerArns,
        },
      };
    case 'custom':
      return {
        'x-amazon-apigateway-authtype': 'custom',
        'x-amazon-apigateway-authorizer': {
          type: 'token',
          authorizerUri: entry.authorizerUri,
          authorizerResultTtlInSeconds: entry.ttl ?? VERDICT_SECONDS,
        },
      };
  }
}
