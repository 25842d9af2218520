// Creates the paths of the document. Each method of a route calls the API function, and the gateway responds to preflights
// itself (specification 4.1, 4.5).
// docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html
import { pathPreflights } from '../../runtime/contract/cors.js';
import type { Manifest, RouteEntry } from '../../runtime/contract/manifest.js';
import { captureNames } from '../../runtime/contract/paths.js';
import { compareTexts } from '../text-order.js';
import type { Json } from './openapi-document.js';
import type { RouteSecurity } from './security-schemes.js';

export type PathItemOptions = {
  /** How the gateway calls the function of a route: the URI and, for a streaming route, the transfer mode. */
  readonly callOf: (route: RouteEntry) => { readonly uri: Json } & Readonly<Record<string, Json>>;
  readonly routeSecurity: RouteSecurity;
};

export type PathItems = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Returns the operations by path and method, both sorted. */
export function pathItems(manifest: Manifest, options: PathItemOptions): PathItems {
  const items = new Map<string, Map<string, Json>>();
  for (const route of manifest.routes) {
    const item = items.get(route.path) ?? new Map<string, Json>();
    items.set(route.path, item);
    for (const method of route.methods) {
      item.set(method.toLowerCase(), proxyOperation(route, options));
    }
  }
  for (const [path, headers] of pathPreflights(manifest.routes)) {
    items.get(path)?.set('options', preflightOperation(path, headers));
  }
  return Object.fromEntries(
    sorted(items).map(([path, item]) => [path, Object.fromEntries(sorted(item))]),
  );
}

function sorted<T>(entries: ReadonlyMap<string, T>): [string, T][] {
  return [...entries].toSorted(([left], [right]) => compareTexts(left, right));
}

function proxyOperation(route: RouteEntry, { callOf, routeSecurity }: PathItemOptions): Json {
  const security = routeSecurity(route);
  const { uri, ...transfer } = callOf(route);
  return {
    ...parametersOf(route.path),
    responses: { '200': { description: 'The answer of the view' } },
    ...(security.length > 0 && { security }),
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri,
      passthroughBehavior: 'when_no_match',
      ...transfer,
    },
  };
}

/**
 * Creates the preflight operation. The gateway treats all types as binary, so a mock integration has to convert its request to
 * text (docs/decisions/binary-media-types.md).
 */
function preflightOperation(path: string, headers: Readonly<Record<string, string>>): Json {
  const names = Object.keys(headers).toSorted();
  const fixed = names.map(
    (name) => [`method.response.header.${name}`, quoted(headers[name] ?? '')] as const,
  );
  return {
    ...parametersOf(path),
    responses: {
      '200': {
        description: 'The answer to a preflight',
        headers: Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }])),
      },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      contentHandling: 'CONVERT_TO_TEXT',
      passthroughBehavior: 'when_no_match',
      requestTemplates: { 'application/json': '{"statusCode": 200}' },
      responses: {
        default: { statusCode: '200', responseParameters: Object.fromEntries(fixed) },
      },
    },
  };
}

function parametersOf(path: string): Readonly<Record<string, Json>> {
  const names = captureNames(path);
  if (names.length === 0) return {};
  return {
    parameters: names.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
  };
}

/** Formats a constant value for a parameter mapping. */
export function quoted(text: string): string {
  return `'${text}'`;
}
