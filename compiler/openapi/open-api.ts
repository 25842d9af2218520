// Creates the OpenAPI document from which API Gateway imports the whole REST API of an application. The document depends only
// on the manifest.
import { errorCorsHeaders, pathPreflights } from '../../runtime/contract/cors.js';
import type { Manifest, RouteEntry } from '../../runtime/contract/manifest.js';
import {
  arnWith,
  type Json,
  type OpenApiDocument,
  type OpenText,
  regionPart,
} from './openapi-document.js';
import { securityOf, type RouteSecurity } from './security-schemes.js';
import { captureNames } from '../../runtime/contract/paths.js';
import { compareTexts, valueFor } from '../groups.js';

export type OpenApiOptions = {
  /** The name of the API. API Gateway reads it from the title of the document. */
  readonly name: string;
  readonly region: string;
  readonly functionName: string;
  /** The function that serves the streaming routes; required if there are any. */
  readonly stream?: StreamFunction | undefined;
  readonly settings?: DocumentSettings | undefined;
};

export type StreamFunction = {
  readonly functionName: string;
  /** The timeout of the function in seconds, which is also how long the gateway waits. */
  readonly timeout: number;
};

export type DocumentSettings = {
  readonly vpcEndpointIds?: readonly string[];
  /** The size in bytes. */
  readonly minimumCompressionSize?: number | undefined;
  readonly policy?: Json | undefined;
};

/** Creates the document, without the description that `withHash` adds. The same input always produces the same bytes. */
export function openApiDocument(manifest: Manifest, options: OpenApiOptions): OpenApiDocument {
  const { schemes, routeSecurity } = securityOf(manifest);
  const hasSchemes = Object.keys(schemes).length > 0;
  return {
    openapi: '3.0.1',
    info: { title: options.name, version: '1', description: '' },
    paths: pathItems(manifest, { callOf: callOf(options), routeSecurity }),
    ...(hasSchemes && { components: { securitySchemes: schemes } }),
    ...gatewayResponses(manifest),
    // Only the runtime decides which bodies are binary (docs/decisions/binary-media-types.md).
    'x-amazon-apigateway-binary-media-types': ['*/*'],
    ...settingsOf(options.settings ?? {}),
  };
}

/** Returns the settings that differ from an API's defaults. */
function settingsOf(settings: DocumentSettings): Readonly<Record<string, Json>> {
  const { vpcEndpointIds = [], minimumCompressionSize, policy } = settings;
  return {
    ...(vpcEndpointIds.length > 0 && {
      servers: [{ url: '/', 'x-amazon-apigateway-endpoint-configuration': { vpcEndpointIds } }],
    }),
    ...(minimumCompressionSize !== undefined && {
      'x-amazon-apigateway-minimum-compression-size': minimumCompressionSize,
    }),
    ...(policy !== undefined && { 'x-amazon-apigateway-policy': policy }),
  };
}

/** docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html */
function callOf({ functionName, region, stream }: OpenApiOptions): PathItemOptions['callOf'] {
  return (route) => {
    const plain = { region, functionName, call: '2015-03-31', end: 'invocations' };
    if (!route.stream) return { uri: invocationUri(plain) };
    if (!stream) throw new Error(`No function streams ${route.path}`);
    const call = { call: '2021-11-15', end: 'response-streaming-invocations' };
    return {
      uri: invocationUri({ region, functionName: stream.functionName, ...call }),
      responseTransferMode: 'STREAM',
      timeoutInMillis: stream.timeout * 1000,
    };
  };
}

type Invocation = {
  readonly region: string;
  readonly functionName: string;
  readonly call: string;
  readonly end: string;
};

/** Returns the URI with which the gateway calls a function. Partition and account are placeholders until AWS is asked. */
function invocationUri({ region: place, functionName, call, end }: Invocation): string | OpenText {
  const partition = { open: 'partition' } as const;
  const region = regionPart(place);
  const functionArn = arnWith`arn:${partition}:lambda:${region}:${{ open: 'account' }}:function:${functionName}`;
  return arnWith`arn:${partition}:apigateway:${region}:lambda:path/${call}/functions/${functionArn}/${end}`;
}

/** Adds CORS headers to errors of the gateway, so that browser code can read them (docs/decisions/gateway-error-cors.md). */
function gatewayResponses(manifest: Manifest): Readonly<Record<string, Json>> {
  const headers = Object.entries(errorCorsHeaders(manifest)).toSorted();
  if (headers.length === 0) return {};
  const response = {
    responseParameters: Object.fromEntries(
      headers.map(([name, value]) => [`gatewayresponse.header.${name}`, quoted(value)]),
    ),
  };
  return {
    'x-amazon-apigateway-gateway-responses': { DEFAULT_4XX: response, DEFAULT_5XX: response },
  };
}

type PathItemOptions = {
  /** How the gateway calls the function of a route: the URI and, for a streaming route, the transfer mode. */
  readonly callOf: (route: RouteEntry) => { readonly uri: Json } & Readonly<Record<string, Json>>;
  readonly routeSecurity: RouteSecurity;
};

type PathItems = Readonly<Record<string, Readonly<Record<string, Json>>>>;

function pathItems(manifest: Manifest, options: PathItemOptions): PathItems {
  const items = new Map<string, Map<string, Json>>();
  for (const route of manifest.routes) {
    const item = valueFor(items, route.path, () => new Map<string, Json>());
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

/** The gateway treats all types as binary, so a mock has to convert its request (docs/decisions/binary-media-types.md). */
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
      responses: { default: { statusCode: '200', responseParameters: Object.fromEntries(fixed) } },
    },
  };
}

function parametersOf(path: string): Readonly<Record<string, Json>> {
  const schema = { type: 'string' };
  const parameters = captureNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema,
  }));
  return parameters.length === 0 ? {} : { parameters };
}

function quoted(text: string): string {
  return `'${text}'`;
}
