// How a document is expanded when it is imported, and how it is exported again, through the SDK's client.
import {
  GetAuthorizersCommand,
  GetExportCommand,
  GetResourcesCommand,
} from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { summarizeDocument } from '../../../../compiler/openapi/route-summary.js';
import { type ApiHost, startApiHost } from './api-host.fixture.js';
import { compiledDocument } from './compiled-document.fixture.js';
import { documentOf, preflight, proxied } from './document.fixture.js';
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
