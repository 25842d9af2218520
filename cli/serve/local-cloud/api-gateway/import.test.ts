// How a document is expanded when it is imported, and how it is exported again, through the SDK's client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { summarizeDocument } from '../../../../compiler/openapi/route-summary.js';
import { type ApiHost, startApiHost, ACCOUNT, refusalOf } from './api-host.fixture.js';
import { outcomesOf } from '../clients.fixture.js';
import { compiledDocument } from './compiled-document.fixture.js';
import {
  documentOf,
  preflight,
  proxied,
  bytesOf,
  invocationUri,
  STREAM,
  type Json,
} from './document.fixture.js';
import { deployDocument, importDocument } from './imported-api.fixture.js';

let host: ApiHost;
beforeAll(async () => {
  host = await startApiHost();
});
afterAll(() => host.close());

describe('an export', () => {
  test('is imported as what it was exported of', async () => {
    const compiled = compiledDocument();
    const first = await deployDocument(host, compiled);
    const document: unknown = JSON.parse(await exportOf(first));
    expect(summarizeDocument(document)).toEqual(summarizeDocument(compiled));
    const second = await deployDocument(host, document);
    expect((await exportOf(second)).replaceAll(second, first)).toBe(await exportOf(first));
  });

  test('has what the service keeps, in its words', async () => {
    const kept = {
      'x-amazon-apigateway-gateway-responses': {
        DEFAULT_4XX: { responseParameters: { 'gatewayresponse.header.Vary': "'Origin'" } },
      },
      'x-amazon-apigateway-binary-media-types': ['*/*'],
    };
    const key = { type: 'apiKey', name: 'x-api-key', in: 'header' };
    const signature = {
      ...{ type: 'apiKey', name: 'Authorization', in: 'header' },
      'x-amazon-apigateway-authtype': 'awsSigv4',
    };
    const security = [{ own: [] }, { signed: [] }];
    const paths = { '/{a}': { get: proxied({ security, summary: 'lost' }) } };
    const components = { securitySchemes: { own: key, signed: signature } };
    const id = await deployDocument(host, documentOf(paths, { components, ...kept }));
    const parameters = [{ name: 'a', in: 'path', required: true, schema: { type: 'string' } }];
    const { responses, ...integration } = proxied();
    const url = `https://${id}.execute-api.us-east-1.amazonaws.com/{basePath}`;
    const expected = {
      openapi: '3.0.1',
      info: { title: 'app-dev', version: '1.0' },
      servers: [{ url, variables: { basePath: { default: 'api' } } }],
      paths: {
        '/{a}': {
          get: {
            parameters,
            responses,
            security: [{ sigv4: [] }, { api_key: [] }],
            ...integration,
          },
        },
      },
      components: { securitySchemes: { sigv4: signature, api_key: key } },
      ...kept,
    };
    expect(await exportOf(id)).toBe(JSON.stringify(expected, null, 2));
  });

  test('without extensions has no integrations', async () => {
    const id = await deployDocument(host, compiledDocument());
    expect(await exportOf(id, '')).not.toContain('x-amazon');
  });

  test('is a file named after the version', async () => {
    const restApiId = await deployDocument(host, compiledDocument());
    const exported = await host.client.getExport({
      restApiId,
      stageName: 'api',
      exportType: 'oas30',
    });
    expect([exported.contentType, exported.contentDisposition]).toEqual([
      'application/octet-stream',
      'attachment; filename="oas30_1.json"',
    ]);
  });
});

async function exportOf(restApiId: string, extensions = 'apigateway'): Promise<string> {
  const exported = await host.client.getExport({
    restApiId,
    stageName: 'api',
    exportType: 'oas30',
    parameters: { extensions },
    accepts: 'application/json',
  });
  return Buffer.from(exported.body ?? []).toString();
}

// Why an import is rejected, in the words of the service; the existing API stays unchanged.

/** Creates a document with a GET method on each path. */
function withPaths(...paths: readonly string[]): Json {
  return documentOf(Object.fromEntries(paths.map((path) => [path, { get: proxied() }])));
}

/** Creates a document with one integration that differs from a valid one. */
function withIntegration(integration: Json): Json {
  const good = { type: 'aws_proxy', httpMethod: 'POST', uri: invocationUri('app-dev') };
  const method = { 'x-amazon-apigateway-integration': { ...good, ...integration } };
  return documentOf({ '/': { get: method } });
}

function withPreflight(responses: Json): Json {
  return documentOf({ '/': { options: { ...preflight(), responses } } });
}

function withExtension(name: string, value: Json): Json {
  return documentOf({}, { [`x-amazon-apigateway-${name}`]: value });
}

function withSchemes(securitySchemes: Json, security: readonly Json[] = []): Json {
  return documentOf({ '/': { get: proxied({ security }) } }, { components: { securitySchemes } });
}

/** Creates a document with authorizers of these names and settings. */
function withAuthorizers(settings: Json, names = ['Check']): Json {
  const authorizer = { type: 'token', authorizerUri: invocationUri('check'), ...settings };
  const scheme = {
    ...{ type: 'apiKey', name: 'Authorization', in: 'header' },
    'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': authorizer,
  };
  return withSchemes(Object.fromEntries(names.map((name) => [name, scheme])));
}

function many(count: number, prefix: string): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

describe('an import is refused', () => {
  const twice = ['path', 'query'].map((place) => ({ name: 'a', in: place }));
  const REFUSED: Readonly<Record<string, unknown>> = {
    'text that is not JSON': '{"openapi":',
    'a document without a title': { openapi: '3.0.1', paths: {} },
    'another version': { ...documentOf({}), openapi: '2.0' },
    'siblings with other captures': withPaths('/a/{x}', '/a/{y}/b'),
    'a part with other characters': withPaths('/a b'),
    'a child of a greedy capture': withPaths('/{all+}/b'),
    'more than 300 resources': withPaths(...many(300, '/p')),
    'a parameter name in two places': documentOf({
      '/{a}': { get: proxied({ parameters: twice }) },
    }),
    'a security scheme that is not there': withSchemes({}, [{ Missing: [] }]),
    'more than ten authorizers': withAuthorizers({}, ['a', ...many(10, 'b')]),
    'an authorizer without a function': withAuthorizers({ authorizerUri: 'check' }),
    'tokens that match no expression': withAuthorizers({ identityValidationExpression: '(' }),
    'an integration that is not an ARN': withIntegration({ uri: 'https://example.com' }),
    'an integration with another service': withIntegration({
      uri: 'arn:aws:apigateway:us-east-1:s3:path/b',
    }),
    'an integration without a method': withIntegration({ httpMethod: '' }),
    'an integration that takes longer': withIntegration({ timeoutInMillis: 30_000 }),
    'a stream that takes longer': withIntegration({ ...STREAM, timeoutInMillis: 900_001 }),
    'a stream by another call': withIntegration({ ...STREAM, uri: invocationUri('app-dev') }),
    'a header that is not declared': withPreflight({ '200': { description: '' } }),
    'a header without a method response': withPreflight({}),
    'a gateway response of another name': withExtension('gateway-responses', { TEAPOT: {} }),
    'an extension that nobody carries out': withExtension('request-validators', {}),
  };

  test('in the words of the service, and nothing changes', async () => {
    const restApiId = await importDocument(host, documentOf({ '/old': { get: proxied() } }));
    const resources = () => host.client.getResources({ restApiId });
    const before = await resources();
    const refusals = await outcomesOf(REFUSED, async (document) => {
      const body = bytesOf(document);
      const refusal = await refusalOf(
        host.client.putRestApi({ restApiId, mode: 'overwrite', body }),
      );
      expect((await resources()).items).toEqual(before.items);
      return refusal.replace('\n\t', ' ');
    });
    expect(refusals).toMatchInlineSnapshot(`
      {
        "a child of a greedy capture": "BadRequestException: Errors found during import: Unable to create resource at path '/{all+}/b': Cannot create a child of a resource with a greedy path variable: {all+}",
        "a document without a title": "BadRequestException: Invalid OpenAPI input.",
        "a gateway response of another name": "BadRequestException: Errors found during import: Unable to put gateway response 'TEAPOT': Gateway response type is not valid",
        "a header that is not declared": "BadRequestException: Errors found during import: Unable to put integration response on 'OPTIONS' for resource at path '/': Invalid mapping expression specified: Validation Result: warnings : [], errors : [Invalid mapping expression parameter specified: method.response.header.Access-Control-Allow-Origin]",
        "a header without a method response": "BadRequestException: Errors found during import: Unable to put integration response on 'OPTIONS' for resource at path '/': Invalid mapping expression specified: Validation Result: warnings : [], errors : [No method response exists for method.]",
        "a parameter name in two places": "BadRequestException: Errors found during import: Unable to put method 'GET' on resource at path '/{a}': Parameter names must be unique across querystring, header and path",
        "a part with other characters": "BadRequestException: Errors found during import: Unable to create resource at path '/a b': Resource's path part only allow a-zA-Z0-9._- or a valid greedy path variable and curly braces at the beginning and the end.",
        "a security scheme that is not there": "BadRequestException: Errors found during import: Unable to put method 'GET' on resource at path '/': Invalid authorizer ID specified. Setting the authorization type to CUSTOM or COGNITO_USER_POOLS requires a valid authorizer.",
        "a stream by another call": "BadRequestException: Errors found during import: Unable to put integration on 'GET' for resource at path '/': Invalid Response transfer mode specified for the integration URI: STREAM",
        "a stream that takes longer": "BadRequestException: Errors found during import: Unable to put integration on 'GET' for resource at path '/': Timeout should be between 50 ms and 900000 ms",
        "an authorizer without a function": "BadRequestException: Errors found during import: Unable to create authorizer 'Check': Invalid Authorizer URI: a Lambda function invocation ARN is expected",
        "an extension that nobody carries out": "BadRequestException: Errors found during import: Unable to read the document: the test cloud does not support x-amazon-apigateway-request-validators",
        "an integration that is not an ARN": "BadRequestException: Errors found during import: Unable to put integration on 'GET' for resource at path '/': Invalid ARN specified in the request",
        "an integration that takes longer": "BadRequestException: Errors found during import: Unable to put integration on 'GET' for resource at path '/': Timeout should be between 50 ms and 29000 ms",
        "an integration with another service": "BadRequestException: Errors found during import: Unable to put integration on 'GET' for resource at path '/': Integrations of type 'AWS_PROXY' currently only supports Lambda function and Firehose stream invocations.",
        "an integration without a method": "BadRequestException: Errors found during import: Unable to put integration on 'GET' for resource at path '/': Enumeration value for HttpMethod must be non-empty",
        "another version": "BadRequestException: Invalid OpenAPI input.",
        "more than 300 resources": "BadRequestException: Errors found during import: Unable to create resource at path '/p299': Maximum number of resources for this API has been reached. Please contact AWS if you need additional resources.",
        "more than ten authorizers": "BadRequestException: Errors found during import: Unable to create authorizer 'b9': Maximum number of authorizers for this API has been reached. Please contact AWS if you need additional authorizers.",
        "siblings with other captures": "BadRequestException: Errors found during import: Unable to create resource at path '/a/{y}': A sibling ({x}) of this resource already has a variable path part -- only one is allowed",
        "text that is not JSON": "BadRequestException: Invalid OpenAPI input.",
        "tokens that match no expression": "BadRequestException: Errors found during import: Unable to create authorizer 'Check': Invalid identity validation expression",
      }
    `);
  });

  test('with all its errors at once', async () => {
    const document = documentOf({
      '/a b': { get: proxied() },
      '/c': { get: proxied({ security: [{ Missing: [] }] }) },
    });
    const refusal = await refusalOf(importDocument(host, document));
    expect(
      refusal
        .split('\n\t')
        .slice(1)
        .map((line) => line.split(':')[0]),
    ).toEqual([
      "Unable to create resource at path '/a b'",
      "Unable to put method 'GET' on resource at path '/c'",
    ]);
  });

  test('for an API that is not there', async () => {
    expect(await refusalOf(host.client.getRestApi({ restApiId: 'abcdefghij' }))).toBe(
      `NotFoundException: Invalid API identifier specified ${ACCOUNT}:abcdefghij`,
    );
  });
});
