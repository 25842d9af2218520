// The document compared with its manifest, and what a plan reads from the document.
import { expect, test } from 'vitest';
import type { AuthorizerEntry, Manifest, RouteEntry } from '../../runtime/contract/manifest.js';
import { withHash, placeDocument } from './openapi-document.js';
import { openApiDocument } from './open-api.js';
import { summarizeRoutes } from './route-summary.js';

const AT = { file: 'app.ts', line: 1, column: 1 };
const OPTIONS = { name: 'app-dev', region: 'eu-west-1', functionName: 'app-dev' };

function manifest(
  routes: readonly Partial<RouteEntry>[],
  authorizers: readonly AuthorizerEntry[] = [],
): Manifest {
  return {
    version: 1,
    app: { name: 'app', debug: false, binaryTypes: [], at: AT },
    routes: routes.map((route) => ({
      path: '/',
      methods: ['GET'],
      view: 'view',
      parameters: [],
      contentTypes: ['application/json'],
      cors: false,
      apiKeyRequired: false,
      authorizer: null,
      at: AT,
      ...route,
    })),
    functions: [],
    authorizers,
  };
}

function operation(document: object, path: string, method: string): unknown {
  const { paths } = document as { paths: Record<string, Record<string, unknown>> }; // because the document was created here
  return paths[path]?.[method];
}

const POOL: AuthorizerEntry = {
  kind: 'userPool',
  name: 'api_key',
  header: 'X-Token',
  providerArns: ['arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_a'],
};

test('a route that wants a key and an authorizer asks for both, whatever the authorizer is called', () => {
  const document = openApiDocument(
    manifest([{ apiKeyRequired: true, authorizer: 'api_key' }], [POOL]),
    OPTIONS,
  );
  expect(operation(document, '/', 'get')).toMatchObject({
    security: [{ api_key: [] }, { api_key_: [] }],
  });
  expect(document['components']).toMatchInlineSnapshot(`
    {
      "securitySchemes": {
        "api_key": {
          "in": "header",
          "name": "X-Token",
          "type": "apiKey",
          "x-amazon-apigateway-authorizer": {
            "providerARNs": [
              "arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_a",
            ],
            "type": "cognito_user_pools",
          },
          "x-amazon-apigateway-authtype": "cognito_user_pools",
        },
        "api_key_": {
          "in": "header",
          "name": "x-api-key",
          "type": "apiKey",
        },
      },
    }
  `);
});

test('an authorizer that no route uses stands in the document all the same', () => {
  const document = openApiDocument(manifest([{}], [POOL]), OPTIONS);
  expect(document['components']).toMatchObject({
    securitySchemes: { api_key: { name: 'X-Token' } },
  });
});

test('a route that streams calls its function in the mode that streams, and the others stay as they are', () => {
  const routes = [
    { methods: ['GET'] as const },
    { methods: ['POST'] as const, stream: 'sse' as const },
  ];
  const stream = { functionName: 'app-dev-stream', timeout: 120 };
  const source = manifest(routes);
  const document = openApiDocument(source, { ...OPTIONS, stream });
  const uri = 'lambda:path/2021-11-15/functions/arn:{{partition}}:lambda:eu-west-1:{{account}}';
  expect(JSON.parse(JSON.stringify(operation(document, '/', 'post')))).toMatchObject({
    'x-amazon-apigateway-integration': {
      uri: `arn:{{partition}}:apigateway:eu-west-1:${uri}:function:app-dev-stream/response-streaming-invocations`,
      responseTransferMode: 'STREAM',
      timeoutInMillis: 120_000,
    },
  });
  const buffered = openApiDocument(manifest([routes[0] ?? {}]), OPTIONS);
  expect(operation(document, '/', 'get')).toEqual(operation(buffered, '/', 'get'));
  expect(summarizeRoutes(source, document).map(({ isStreamed }) => isStreamed)).toEqual([
    undefined,
    true,
  ]);
});

test('a preflight is answered by the gateway, except where a view does', () => {
  const cors = { allowOrigin: '*' };
  const own = openApiDocument(
    manifest([{ methods: ['OPTIONS'] }, { path: '/a', methods: ['PUT'], cors }]),
    OPTIONS,
  );
  expect(operation(own, '/', 'options')).toMatchObject({
    'x-amazon-apigateway-integration': { type: 'aws_proxy' },
  });
  expect(operation(own, '/a', 'options')).toMatchObject({
    'x-amazon-apigateway-integration': {
      type: 'mock',
      contentHandling: 'CONVERT_TO_TEXT',
      responses: {
        default: {
          responseParameters: {
            'method.response.header.Access-Control-Allow-Methods': "'PUT,OPTIONS'",
          },
        },
      },
    },
  });
});

test('errors of the gateway have no CORS headers when no route has', () => {
  expect(openApiDocument(manifest([{}]), OPTIONS)).not.toHaveProperty([
    'x-amazon-apigateway-gateway-responses',
  ]);
});

test('the account is put in where it was left open, and nothing else changes', () => {
  const document = withHash(openApiDocument(manifest([{}]), OPTIONS), 'f'.repeat(64));
  const placed = placeDocument(document, {
    partition: 'aws-cn',
    account: '123456789012',
    region: 'eu-west-1',
  });
  expect(placed.info).toEqual({
    title: 'app-dev',
    version: '1',
    description: `framework sha256=${'f'.repeat(64)}`,
  });
  expect(operation(placed, '/', 'get')).toMatchObject({
    'x-amazon-apigateway-integration': {
      uri: 'arn:aws-cn:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws-cn:lambda:eu-west-1:123456789012:function:app-dev/invocations',
    },
  });
  expect(JSON.stringify(placed)).not.toContain('{{');
});

test('the order in which the source declares routes does not change the document', () => {
  const routes = [{ path: '/b' }, { path: '/a', methods: ['PUT'] as const }, { path: '/a' }];
  const text = (one: readonly Partial<RouteEntry>[]): string =>
    JSON.stringify(openApiDocument(manifest(one), OPTIONS));
  expect(text(routes)).toBe(text(routes.toReversed()));
});

test('a document is summed up in the words of a plan', () => {
  const source = manifest(
    [
      { apiKeyRequired: true, authorizer: 'api_key', contentTypes: ['text/plain'] },
      { path: '/a', methods: ['PUT', 'GET'], cors: { allowOrigin: '*', maxAge: 60 } },
      { path: '/own', methods: ['OPTIONS'] },
    ],
    [POOL],
  );
  const routes = summarizeRoutes(source, openApiDocument(source, OPTIONS));
  expect(routes.map((one) => JSON.stringify(one))).toMatchInlineSnapshot(`
    [
      "{"path":"/","method":"GET","apiKeyRequired":true,"authorizer":"api_key","authorizerFacts":"X-Token: arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_a","hasCors":false,"contentTypes":["text/plain"]}",
      "{"path":"/a","method":"GET","apiKeyRequired":false,"authorizer":null,"hasCors":true,"corsHeaders":{"Access-Control-Allow-Headers":"Content-Type,X-Cloud-Date,Authorization,X-Api-Key,X-Cloud-Security-Token","Access-Control-Allow-Methods":"PUT,GET,OPTIONS","Access-Control-Allow-Origin":"*","Access-Control-Max-Age":"60"},"contentTypes":["application/json"]}",
      "{"path":"/a","method":"PUT","apiKeyRequired":false,"authorizer":null,"hasCors":true,"corsHeaders":{"Access-Control-Allow-Headers":"Content-Type,X-Cloud-Date,Authorization,X-Api-Key,X-Cloud-Security-Token","Access-Control-Allow-Methods":"PUT,GET,OPTIONS","Access-Control-Allow-Origin":"*","Access-Control-Max-Age":"60"},"contentTypes":["application/json"]}",
      "{"path":"/own","method":"OPTIONS","apiKeyRequired":false,"authorizer":null,"hasCors":false,"contentTypes":["application/json"]}",
    ]
  `);
});

test('a route asks for the scopes of its user pool, and a plan sees that others pass', () => {
  const scoped = { ...POOL, name: 'pool', scopes: ['b', 'a'] };
  const source = manifest([{ authorizer: 'pool' }], [scoped]);
  const document = openApiDocument(source, OPTIONS);
  expect(operation(document, '/', 'get')).toMatchObject({ security: [{ pool: ['b', 'a'] }] });
  const routed = manifest([{ authorizer: 'pool', scopes: ['c'] }], [scoped]);
  expect(operation(openApiDocument(routed, OPTIONS), '/', 'get')).toMatchObject({
    security: [{ pool: ['c'] }],
  });
  const facts = (one: Manifest): string | undefined =>
    summarizeRoutes(one, openApiDocument(one, OPTIONS))[0]?.authorizerFacts;
  expect(facts(source)).toMatch(/; scopes a b$/);
  expect(facts(routed)).toMatch(/; scopes c$/);
  expect(facts(manifest([{ authorizer: 'pool' }], [{ ...POOL, name: 'pool' }]))).not.toContain(
    'scopes',
  );
});

test('an answer of a custom authorizer is kept as long as it says, and a plan sees it', () => {
  const custom = {
    kind: 'custom',
    name: 'own',
    header: 'X-Token',
    authorizerUri: 'arn:x',
  } as const;
  const ttlOf = (one: AuthorizerEntry): unknown =>
    JSON.stringify(openApiDocument(manifest([{ authorizer: 'own' }], [one]), OPTIONS)).match(
      /"authorizerResultTtlInSeconds":(\d+)/,
    )?.[1];
  expect([ttlOf(custom), ttlOf({ ...custom, ttl: 0 })]).toEqual(['300', '0']);
  const factsOf = (one: AuthorizerEntry): string | undefined => {
    const source = manifest([{ authorizer: 'own' }], [one]);
    return summarizeRoutes(source, openApiDocument(source, OPTIONS))[0]?.authorizerFacts;
  };
  expect([custom, { ...custom, ttl: 300 }, { ...custom, ttl: 0 }].map(factsOf)).toEqual([
    'X-Token: arn:x',
    'X-Token: arn:x',
    'X-Token: arn:x; ttl 0',
  ]);
});

test('settings of the API stand in the document, and nothing of those that it has by itself', () => {
  const policy = { Version: '2012-10-17', Statement: [] };
  const settings = { vpcEndpointIds: ['vpce-1'], minimumCompressionSize: 0, policy };
  expect(openApiDocument(manifest([{}]), { ...OPTIONS, settings })).toMatchObject({
    servers: [{ 'x-amazon-apigateway-endpoint-configuration': { vpcEndpointIds: ['vpce-1'] } }],
    'x-amazon-apigateway-minimum-compression-size': 0,
    'x-amazon-apigateway-policy': policy,
  });
  expect(openApiDocument(manifest([{}]), { ...OPTIONS, settings: {} })).toEqual(
    openApiDocument(manifest([{}]), OPTIONS),
  );
});
