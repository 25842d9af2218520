// Creates the OpenAPI document of an application, which API Gateway imports as a whole REST API. The document depends on the
// manifest alone.
import { errorCorsHeaders } from '../../runtime/contract/gateway-cors.js';
import type { Manifest } from '../../runtime/contract/manifest.js';
import {
  arnWith,
  type Json,
  type OpenApiDocument,
  type OpenText,
  regionPart,
} from './openapi-document.js';
import { pathItems, quoted } from './path-items.js';
import { securityOf } from './security-schemes.js';

export type OpenApiOptions = {
  /** The name of the API: an import takes it from the title of the document. */
  readonly name: string;
  readonly region: string;
  /** The name of the API function. */
  readonly functionName: string;
  readonly settings?: DocumentSettings | undefined;
};

/** What the document says about the API itself. */
export type DocumentSettings = {
  /** Of a private API. */
  readonly vpcEndpointIds?: readonly string[];
  /** Bytes. */
  readonly minimumCompressionSize?: number | undefined;
  /** The resource policy. */
  readonly policy?: Json | undefined;
};

/** The document, without the description that `withHash` adds. The same manifest and options give the same bytes. */
export function openApiDocument(manifest: Manifest, options: OpenApiOptions): OpenApiDocument {
  const { schemes, routeSecurity } = securityOf(manifest);
  const hasSchemes = Object.keys(schemes).length > 0;
  return {
    openapi: '3.0.1',
    info: { title: options.name, version: '1', description: '' },
    paths: pathItems(manifest, { uri: integrationUri(options), routeSecurity }),
    ...(hasSchemes && { components: { securitySchemes: schemes } }),
    ...gatewayResponses(manifest),
    // The runtime alone decides what is binary (docs/decisions/binary-media-types.md).
    'x-amazon-apigateway-binary-media-types': ['*/*'],
    ...settingsOf(options.settings ?? {}),
  };
}

/** Settings that differ from the defaults of an API. */
function settingsOf({
  vpcEndpointIds = [],
  minimumCompressionSize,
  policy,
}: DocumentSettings): Readonly<Record<string, Json>> {
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

/** The partition and the account are known only after a request to AWS. */
function integrationUri(options: OpenApiOptions): string | OpenText {
  const partition = { open: 'partition' } as const;
  const region = regionPart(options.region);
  const functionArn = arnWith`arn:${partition}:lambda:${region}:${{ open: 'account' }}:function:${options.functionName}`;
  return arnWith`arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${functionArn}/invocations`;
}

/**
 * Errors that the gateway makes itself also have CORS headers, so that a browser sees the real error
 * (docs/decisions/gateway-error-cors.md).
 */
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
