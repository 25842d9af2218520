// How a document is expanded when it is imported, and how it is exported again, through the SDK's client.
import {
  GetAuthorizersCommand,
  GetExportCommand,
  GetResourcesCommand,
  GetRestApiCommand,
  PutRestApiCommand,
} from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { summarizeDocument } from '../../../../compiler/openapi/route-summary.js';
import { type ApiHost, startApiHost, ACCOUNT, refusalOf } from './api-host.fixture.js';
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

describe('an import expands', () => {
  test('what the compiler writes into resources, methods and integrations', async () => {
    const restApiId = await importDocument(host, compiledDocument());
    const { items = [] } = await host.client.send(
      new GetResourcesCommand({ restApiId, limit: 500, embed: ['methods'] }),
    );
    const authorizers = await host.client.send(new GetAuthorizersCommand({ restApiId }));
    const names = new Map(authorizers.items?.map(({ id, name }) => [id, name]));
    const methods = items.flatMap(({ path = '', resourceMethods = {} }) =>
      Object.entries(resourceMethods).map(([method, facts]) =>
        [
          `${method} ${path}`,
          facts.authorizationType,
          names.get(facts.authorizerId) ?? '-',
          facts.apiKeyRequired ? 'key' : '-',
          facts.methodIntegration?.type,
        ].join(' '),
      ),
    );
    expect(methods).toMatchInlineSnapshot(`
      [
        "GET / NONE - - AWS_PROXY",
        "OPTIONS /cors/{id} NONE - - MOCK",
        "PUT /cors/{id} NONE - - AWS_PROXY",
        "GET /iam AWS_IAM - - AWS_PROXY",
        "GET /key CUSTOM Check key AWS_PROXY",
        "GET /pool COGNITO_USER_POOLS Pool - AWS_PROXY",
      ]
    `);
    expect(authorizers.items?.map((entry) => ({ ...entry, id: '' }))).toMatchInlineSnapshot(`
      [
        {
          "authType": "custom",
          "authorizerResultTtlInSeconds": 300,
          "authorizerUri": "arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:app-dev-check/invocations",
          "id": "",
          "identitySource": "method.request.header.X-Token",
          "name": "Check",
          "type": "TOKEN",
        },
        {
          "authType": "cognito_user_pools",
          "id": "",
          "identitySource": "method.request.header.Authorization",
          "name": "Pool",
          "providerARNs": [
            "arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_AbCdEfGhI",
          ],
          "type": "COGNITO_USER_POOLS",
        },
      ]
    `);
  });

  test('a preflight as a recording of the real service has it', async () => {
    const restApiId = await importDocument(host, documentOf({ '/a': { options: preflight() } }));
    const { items = [] } = await host.client.send(
      new GetResourcesCommand({ restApiId, embed: ['methods'] }),
    );
    const { id, resourceMethods } = items[1] ?? {};
    expect(resourceMethods?.['OPTIONS']).toEqual({
      apiKeyRequired: false,
      authorizationType: 'NONE',
      httpMethod: 'OPTIONS',
      methodIntegration: {
        cacheKeyParameters: [],
        cacheNamespace: id,
        contentHandling: 'CONVERT_TO_TEXT',
        integrationResponses: {
          '200': {
            responseParameters: { 'method.response.header.Access-Control-Allow-Origin': "'*'" },
            statusCode: '200',
          },
        },
        passthroughBehavior: 'WHEN_NO_MATCH',
        requestTemplates: { 'application/json': '{"statusCode": 200}' },
        timeoutInMillis: 29000,
        type: 'MOCK',
      },
      methodResponses: {
        '200': {
          responseParameters: { 'method.response.header.Access-Control-Allow-Origin': false },
          statusCode: '200',
        },
      },
    });
  });
});

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
    const types = { 'x-amazon-apigateway-binary-media-types': ['*/*'] };
    const responses = {
      'x-amazon-apigateway-gateway-responses': {
        DEFAULT_4XX: { responseParameters: { 'gatewayresponse.header.Vary': "'Origin'" } },
      },
    };
    const components = {
      securitySchemes: {
        own: { type: 'apiKey', name: 'x-api-key', in: 'header' },
        signed: {
          type: 'apiKey',
          name: 'Authorization',
          in: 'header',
          'x-amazon-apigateway-authtype': 'awsSigv4',
        },
      },
    };
    const security = [{ own: [] }, { signed: [] }];
    const id = await deployDocument(
      host,
      documentOf(
        { '/{a}': { get: proxied({ security, summary: 'lost' }) } },
        {
          components,
          ...types,
          ...responses,
        },
      ),
    );
    expect((await exportOf(id)).replaceAll(id, 'API')).toMatchInlineSnapshot(`
      "{
        "openapi": "3.0.1",
        "info": {
          "title": "app-dev",
          "version": "1.0"
        },
        "servers": [
          {
            "url": "https://API.execute-api.us-east-1.amazonaws.com/{basePath}",
            "variables": {
              "basePath": {
                "default": "api"
              }
            }
          }
        ],
        "paths": {
          "/{a}": {
            "get": {
              "parameters": [
                {
                  "name": "a",
                  "in": "path",
                  "required": true,
                  "schema": {
                    "type": "string"
                  }
                }
              ],
              "responses": {},
              "security": [
                {
                  "sigv4": []
                },
                {
                  "api_key": []
                }
              ],
              "x-amazon-apigateway-integration": {
                "type": "aws_proxy",
                "httpMethod": "POST",
                "uri": "arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:app-dev/invocations",
                "passthroughBehavior": "when_no_match"
              }
            }
          }
        },
        "components": {
          "securitySchemes": {
            "sigv4": {
              "type": "apiKey",
              "name": "Authorization",
              "in": "header",
              "x-amazon-apigateway-authtype": "awsSigv4"
            },
            "api_key": {
              "type": "apiKey",
              "name": "x-api-key",
              "in": "header"
            }
          }
        },
        "x-amazon-apigateway-gateway-responses": {
          "DEFAULT_4XX": {
            "responseParameters": {
              "gatewayresponse.header.Vary": "'Origin'"
            }
          }
        },
        "x-amazon-apigateway-binary-media-types": [
          "*/*"
        ]
      }"
    `);
  });

  test('without extensions has no integrations', async () => {
    const id = await deployDocument(host, compiledDocument());
    expect(await exportOf(id, '')).not.toContain('x-amazon');
  });

  test('is a file named after the version', async () => {
    const restApiId = await deployDocument(host, compiledDocument());
    const exported = await host.client.send(
      new GetExportCommand({ restApiId, stageName: 'api', exportType: 'oas30' }),
    );
    expect([exported.contentType, exported.contentDisposition]).toEqual([
      'application/octet-stream',
      'attachment; filename="oas30_1.json"',
    ]);
  });
});

async function exportOf(restApiId: string, extensions = 'apigateway'): Promise<string> {
  const exported = await host.client.send(
    new GetExportCommand({
      restApiId,
      stageName: 'api',
      exportType: 'oas30',
      parameters: { extensions },
      accepts: 'application/json',
    }),
  );
  return Buffer.from(exported.body ?? []).toString();
}

// Why an import is rejected, in the words of the service; the existing API stays unchanged.

const ERRORS = 'BadRequestException: Errors found during import:\n\t';

/** Creates a document with one integration that differs from a valid one. */
function withIntegration(integration: Json): Json {
  const good = { type: 'aws_proxy', httpMethod: 'POST', uri: invocationUri('app-dev') };
  return documentOf({
    '/': { get: { 'x-amazon-apigateway-integration': { ...good, ...integration } } },
  });
}

function manyPaths(count: number): Json {
  const paths = Array.from({ length: count }, (_, index) => [`/p${index}`, { get: proxied() }]);
  return documentOf(Object.fromEntries(paths) as Json); // because Object.fromEntries returns any
}

function withSchemes(securitySchemes: Json, security: readonly Json[] = []): Json {
  return documentOf({ '/': { get: proxied({ security }) } }, { components: { securitySchemes } });
}

function tokenAuthorizer(settings: Json = {}): Json {
  return {
    type: 'apiKey',
    name: 'Authorization',
    in: 'header',
    'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': {
      type: 'token',
      authorizerUri: invocationUri('check'),
      ...settings,
    },
  };
}

describe('an import is refused', () => {
  test.each<[string, unknown, string]>([
    ['text that is not JSON', '{"openapi":', 'BadRequestException: Invalid OpenAPI input.'],
    [
      'a document without a title',
      { openapi: '3.0.1', paths: {} },
      'BadRequestException: Invalid OpenAPI input.',
    ],
    [
      'another version',
      { ...documentOf({}), openapi: '2.0' },
      'BadRequestException: Invalid OpenAPI input.',
    ],
    [
      'siblings with other captures',
      documentOf({ '/a/{x}': { get: proxied() }, '/a/{y}/b': { get: proxied() } }),
      `${ERRORS}Unable to create resource at path '/a/{y}': A sibling ({x}) of this resource already has a variable path part -- only one is allowed`,
    ],
    [
      'a part with other characters',
      documentOf({ '/a b': { get: proxied() } }),
      `${ERRORS}Unable to create resource at path '/a b': Resource's path part only allow a-zA-Z0-9._- or a valid greedy path variable and curly braces at the beginning and the end.`,
    ],
    [
      'a child of a greedy capture',
      documentOf({ '/{all+}/b': { get: proxied() } }),
      `${ERRORS}Unable to create resource at path '/{all+}/b': Cannot create a child of a resource with a greedy path variable: {all+}`,
    ],
    [
      'more than 300 resources',
      manyPaths(300),
      `${ERRORS}Unable to create resource at path '/p299': Maximum number of resources for this API has been reached. Please contact AWS if you need additional resources.`,
    ],
    [
      'a parameter name in two places',
      documentOf({
        '/{a}': {
          get: proxied({
            parameters: [
              { name: 'a', in: 'path' },
              { name: 'a', in: 'query' },
            ],
          }),
        },
      }),
      `${ERRORS}Unable to put method 'GET' on resource at path '/{a}': Parameter names must be unique across querystring, header and path`,
    ],
    [
      'a security scheme that is not there',
      withSchemes({}, [{ Missing: [] }]),
      `${ERRORS}Unable to put method 'GET' on resource at path '/': Invalid authorizer ID specified. Setting the authorization type to CUSTOM or COGNITO_USER_POOLS requires a valid authorizer.`,
    ],
    [
      'more than ten authorizers',
      withSchemes(
        Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`a${10 + i}`, tokenAuthorizer()])),
      ),
      `${ERRORS}Unable to create authorizer 'a20': Maximum number of authorizers for this API has been reached. Please contact AWS if you need additional authorizers.`,
    ],
    [
      'an authorizer without a function',
      withSchemes({ Check: tokenAuthorizer({ authorizerUri: 'check' }) }),
      `${ERRORS}Unable to create authorizer 'Check': Invalid Authorizer URI: a Lambda function invocation ARN is expected`,
    ],
    [
      'an authorizer whose tokens match no expression',
      withSchemes({ Check: tokenAuthorizer({ identityValidationExpression: '(' }) }),
      `${ERRORS}Unable to create authorizer 'Check': Invalid identity validation expression`,
    ],
    [
      'an integration that is not an ARN',
      withIntegration({ uri: 'https://example.com' }),
      `${ERRORS}Unable to put integration on 'GET' for resource at path '/': Invalid ARN specified in the request`,
    ],
    [
      'an integration with another service',
      withIntegration({ uri: 'arn:aws:apigateway:us-east-1:s3:path/b' }),
      `${ERRORS}Unable to put integration on 'GET' for resource at path '/': Integrations of type 'AWS_PROXY' currently only supports Lambda function and Firehose stream invocations.`,
    ],
    [
      'an integration without a method',
      withIntegration({ httpMethod: '' }),
      `${ERRORS}Unable to put integration on 'GET' for resource at path '/': Enumeration value for HttpMethod must be non-empty`,
    ],
    [
      'an integration that takes longer',
      withIntegration({ timeoutInMillis: 30_000 }),
      `${ERRORS}Unable to put integration on 'GET' for resource at path '/': Timeout should be between 50 ms and 29000 ms`,
    ],
    [
      'a stream that takes longer',
      withIntegration({ ...STREAM, timeoutInMillis: 900_001 }),
      `${ERRORS}Unable to put integration on 'GET' for resource at path '/': Timeout should be between 50 ms and 900000 ms`,
    ],
    [
      'a stream by the call that does not stream',
      withIntegration({ ...STREAM, uri: invocationUri('app-dev') }),
      `${ERRORS}Unable to put integration on 'GET' for resource at path '/': Invalid Response transfer mode specified for the integration URI: STREAM`,
    ],
    [
      'a header that the method response does not declare',
      documentOf({
        '/': { options: { ...preflight(), responses: { '200': { description: '' } } } },
      }),
      `${ERRORS}Unable to put integration response on 'OPTIONS' for resource at path '/': Invalid mapping expression specified: Validation Result: warnings : [], errors : [Invalid mapping expression parameter specified: method.response.header.Access-Control-Allow-Origin]`,
    ],
    [
      'a header without a method response',
      documentOf({ '/': { options: { ...preflight(), responses: {} } } }),
      `${ERRORS}Unable to put integration response on 'OPTIONS' for resource at path '/': Invalid mapping expression specified: Validation Result: warnings : [], errors : [No method response exists for method.]`,
    ],
    [
      'a gateway response that the service does not have',
      documentOf({}, { 'x-amazon-apigateway-gateway-responses': { TEAPOT: {} } }),
      `${ERRORS}Unable to put gateway response 'TEAPOT': Gateway response type is not valid`,
    ],
    [
      'an extension that nobody carries out',
      documentOf({}, { 'x-amazon-apigateway-request-validators': {} }),
      `${ERRORS}Unable to read the document: the test cloud does not support x-amazon-apigateway-request-validators`,
    ],
  ])('for %s, and nothing changes', async (_, document, text) => {
    const restApiId = await importDocument(host, documentOf({ '/old': { get: proxied() } }));
    const before = await host.client.send(new GetResourcesCommand({ restApiId }));
    const call = new PutRestApiCommand({ restApiId, mode: 'overwrite', body: bytesOf(document) });
    expect(await refusalOf(host.client.send(call))).toBe(text);
    const after = await host.client.send(new GetResourcesCommand({ restApiId }));
    expect(after.items).toEqual(before.items);
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
    const call = new GetRestApiCommand({ restApiId: 'abcdefghij' });
    expect(await refusalOf(host.client.send(call))).toBe(
      `NotFoundException: Invalid API identifier specified ${ACCOUNT}:abcdefghij`,
    );
  });
});
