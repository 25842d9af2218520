// A route in a plan, with everything about it that affects callers of the API.
import { HTTP_METHODS } from '../../runtime/contract/http.js';
import { listOf, type Mapping, mappingAt, mappingOf, textOf } from '../json-values.js';
import { compareTexts } from '../groups.js';
import { VERDICT_SECONDS } from './security-schemes.js';
import { IAM_AUTHORIZER, type Manifest } from '../../runtime/contract/manifest.js';
import type { OpenApiDocument } from './openapi-document.js';

export type RouteSummary = {
  readonly path: string;
  readonly method: string;
  readonly apiKeyRequired: boolean;
  /** `IAM`, or the name of the authorizer; null if there is no authorizer. */
  readonly authorizer: string | null;
  /** Describes the authorizer, for example by its user pools. Changes whenever the set of accepted requests may change. */
  readonly authorizerFacts?: string;
  readonly isStreamed?: true;
  readonly hasCors: boolean;
  readonly corsHeaders?: Readonly<Record<string, string>>;
  /** The content types; undefined for a deployed route, because API Gateway does not store them. */
  readonly contentTypes?: readonly string[];
};

/** Returns one summary per route and method, sorted by path and method. */
export function summarizeRoutes(
  manifest: Manifest,
  document: OpenApiDocument,
): readonly RouteSummary[] {
  const contentTypes = new Map(
    manifest.routes.flatMap((route) =>
      route.methods.map((method) => [routeKey(method, route.path), route.contentTypes] as const),
    ),
  );
  return summarizeDocument(document).map((route) => {
    const known = contentTypes.get(routeKey(route.method, route.path));
    return known ? { ...route, contentTypes: known } : route;
  });
}

function routeKey(method: string, path: string): string {
  return `${method} ${path}`;
}

// Summarizes the routes in a document for a plan. The document may be our own, or one that API Gateway exports with a different
// order, different scheme names and additional parts.

const INTEGRATION = 'x-amazon-apigateway-integration';
const METHODS: readonly string[] = HTTP_METHODS;

/** Returns one summary for each path and method that calls a function, sorted. */
export function summarizeDocument(document: unknown): readonly RouteSummary[] {
  const schemes = mappingAt(document, 'components', 'securitySchemes');
  return Object.entries(mappingAt(document, 'paths'))
    .flatMap(([path, item]) => summarizePath(path, mappingOf(item), schemes))
    .toSorted(
      (left, right) =>
        compareTexts(left.path, right.path) || compareTexts(left.method, right.method),
    );
}

function summarizePath(path: string, item: Mapping, schemes: Mapping): RouteSummary[] {
  const corsHeaders = preflightOf(item['options']);
  return Object.entries(item).flatMap(([key, operation]) => {
    const method = key.toUpperCase();
    if (!METHODS.includes(method) || isMock(operation)) return [];
    return [
      {
        path,
        method,
        ...securityOf(mappingOf(operation), schemes),
        ...(isStreamed(operation) && { isStreamed: true as const }),
        hasCors: corsHeaders !== undefined,
        ...(corsHeaders && { corsHeaders }),
      },
    ];
  });
}

function isMock(operation: unknown): boolean {
  return textOf(mappingAt(operation, INTEGRATION)['type']).toLowerCase() === 'mock';
}

/** Tells from the URI of an operation whether it streams. In our own document, the URI contains placeholders. */
function isStreamed(operation: unknown): boolean {
  const uri = JSON.stringify(mappingAt(operation, INTEGRATION)['uri'] ?? '');
  return uri.endsWith('/response-streaming-invocations"');
}

function preflightOf(operation: unknown): Readonly<Record<string, string>> | undefined {
  if (!isMock(operation)) return undefined;
  const fixed = mappingAt(operation, INTEGRATION, 'responses', 'default', 'responseParameters');
  const headers = Object.entries(fixed)
    .map(([name, value]): [string, string] => [
      name.replace(/^method\.response\.header\./, ''),
      textOf(value).replace(/^'(.*)'$/s, '$1'),
    ])
    .toSorted(([left], [right]) => compareTexts(left, right));
  return headers.length === 0 ? undefined : Object.fromEntries(headers);
}

type Security = Pick<RouteSummary, 'apiKeyRequired' | 'authorizer' | 'authorizerFacts'>;

function securityOf(operation: Mapping, schemes: Mapping): Security {
  const names = listOf(operation['security']).flatMap((entry) => Object.keys(mappingOf(entry)));
  const hasAuthorizer = (name: string): boolean => authTypeOf(schemes[name]) !== '';
  const name = names.find(hasAuthorizer);
  const apiKeyRequired = names.some((one) => !hasAuthorizer(one));
  if (name === undefined) return { apiKeyRequired, authorizer: null };
  const scheme = mappingOf(schemes[name]);
  if (authTypeOf(scheme) === 'awsSigv4') return { apiKeyRequired, authorizer: IAM_AUTHORIZER };
  const scopes = listOf(operation['security']).flatMap((entry) =>
    listOf(mappingOf(entry)[name]).map(textOf),
  );
  return { apiKeyRequired, authorizer: name, authorizerFacts: factsOf(scheme, scopes) };
}

function authTypeOf(scheme: unknown): string {
  return textOf(mappingOf(scheme)['x-amazon-apigateway-authtype']);
}

function factsOf(scheme: Mapping, scopes: readonly string[]): string {
  const authorizer = mappingOf(scheme['x-amazon-apigateway-authorizer']);
  const pools = listOf(authorizer['providerARNs']).map(textOf).toSorted();
  const behind = [...pools, textOf(authorizer['authorizerUri'])].filter((text) => text !== '');
  const wanted = scopes.length === 0 ? '' : `; scopes ${scopes.toSorted().join(' ')}`;
  const ttl = Number(authorizer['authorizerResultTtlInSeconds'] ?? VERDICT_SECONDS);
  const kept = ttl === VERDICT_SECONDS ? '' : `; ttl ${String(ttl)}`;
  return `${textOf(scheme['name'])}: ${behind.join(', ')}${wanted}${kept}`;
}
