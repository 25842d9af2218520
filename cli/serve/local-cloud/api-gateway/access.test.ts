// Who has access: API keys, signatures and user pools, as the imported document declares them.
import { SignatureV4 } from '@smithy/signature-v4';
import { UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT, refusalOf, REGION, type Invocation } from './api-host.fixture.js';
import { compiledDocument, POOL } from './compiled-document.fixture.js';
import { documentOf, proxied, functionArn, invocationUri } from './document.fixture.js';
import { NodeHash } from './node-hash.fixture.js';
import {
  echo,
  serveDocument,
  returned,
  type Functions,
  type ServedApi,
} from './served-api.fixture.js';
import type { InvocationOutcome } from '../service.js';

type Event = {
  readonly requestContext: { readonly identity: unknown; readonly authorizer?: unknown };
};

async function eventOf(
  api: ServedApi,
  path: string,
  headers: Record<string, string>,
): Promise<Event> {
  return (await (await api.request(path, { headers })).json()) as Event; // because the function echoes it
}

describe('an API key', () => {
  let api: ServedApi;
  const FORBIDDEN = '403 ForbiddenException {"message":"Forbidden"}';
  const document = documentOf(
    { '/': { get: proxied({ security: [{ key: [] }] }) } },
    {
      components: { securitySchemes: { key: { type: 'apiKey', name: 'x-api-key', in: 'header' } } },
    },
  );
  beforeAll(async () => {
    api = await serveDocument(document, echo);
  });
  afterAll(() => api.close());

  const createKey = async () => api.host.client.createApiKey({ name: 'client', enabled: true });
  const ask = (value = '') => api.summary('/', { headers: { 'X-Api-Key': value } });

  test('is wanted', async () => {
    expect(await api.summary('/')).toBe(FORBIDDEN);
    expect(await ask('x'.repeat(20))).toBe(FORBIDDEN);
  });

  test('opens the stages of its usage plans, while it is enabled', async () => {
    const { id: keyId = '', value = '' } = await createKey();
    expect(await ask(value)).toBe(FORBIDDEN);
    const apiStages = [{ apiId: api.apiId, stage: 'api' }];
    const { id } = await api.host.client.createUsagePlan({ name: 'plan', apiStages });
    await api.host.client.createUsagePlanKey({ usagePlanId: id, keyId, keyType: 'API_KEY' });
    const { requestContext } = await eventOf(api, '/', { 'x-api-key': value });
    expect(requestContext.identity).toMatchObject({ apiKey: value, apiKeyId: keyId });
    const patchOperations = [{ op: 'replace' as const, path: '/enabled', value: 'false' }];
    await api.host.client.updateApiKey({ apiKey: keyId, patchOperations });
    expect(await ask(value)).toBe(FORBIDDEN);
  });

  test('stays in a usage plan, which is not deleted while it has stages', async () => {
    const apiStages = [{ apiId: api.apiId, stage: 'api' }];
    const { id: usagePlanId } = await api.host.client.createUsagePlan({ name: 'plan', apiStages });
    const remove = () => api.host.client.deleteUsagePlan({ usagePlanId });
    expect(await refusalOf(remove())).toBe(
      `BadRequestException: Cannot delete Usage Plan ${usagePlanId ?? ''} because there are API Stages associated with it, including ${api.apiId}:api`,
    );
    const patchOperations = [
      { op: 'remove' as const, path: '/apiStages', value: `${api.apiId}:api` },
    ];
    await api.host.client.updateUsagePlan({ usagePlanId, patchOperations });
    await remove();
  });

  test('is listed, without its value unless that is asked for', async () => {
    const { id = '', value } = await createKey();
    const find = async (includeValues: boolean) => {
      const { items } = await api.host.client.getApiKeys({ includeValues });
      return items?.find((key) => key.id === id);
    };
    expect((await find(false))?.value).toBeUndefined();
    expect((await find(true))?.value).toBe(value);
    await api.host.client.deleteApiKey({ apiKey: id });
    expect(await find(false)).toBeUndefined();
  });
});

describe('IAM', () => {
  let api: ServedApi;
  beforeAll(async () => {
    api = await serveDocument(compiledDocument(), echo, {
      credentialsOf: (accessKeyId) =>
        ['user', 'role'].includes(accessKeyId)
          ? {
              accessKeyId,
              secretAccessKey: 'secret',
              ...(accessKeyId === 'role' && { roleArn: `arn:aws:iam::${ACCOUNT}:role/caller` }),
            }
          : undefined,
    });
  });
  afterAll(() => api.close());

  const signed = async (sketch: { key?: string; secret?: string; region?: string } = {}) => {
    const url = new URL(`${api.host.url}/restapis/${api.apiId}/api/_user_request_/iam`);
    const signer = new SignatureV4({
      service: 'execute-api',
      region: sketch.region ?? REGION,
      credentials: {
        accessKeyId: sketch.key ?? 'user',
        secretAccessKey: sketch.secret ?? 'secret',
      },
      sha256: NodeHash,
    });
    const request = {
      method: 'GET',
      protocol: 'http:',
      hostname: url.hostname,
      path: url.pathname,
      query: { a: 'b c' },
      headers: { host: url.host },
    };
    const { headers } = await signer.sign(request);
    return api.request('/iam?a=b%20c', { headers });
  };
  const outcome = async (response: Response) =>
    `${response.status} ${response.headers.get('x-amzn-errortype') ?? ''} ${(await response.text()).slice(0, 110)}`;

  test('takes a request that is signed', async () => {
    const { requestContext } = (await (await signed()).json()) as Event; // because the function echoes it
    expect(requestContext.identity).toMatchObject({ accessKey: 'user', accountId: ACCOUNT });
  });

  test.each([
    [
      { key: 'nobody' },
      'UnrecognizedClientException {"message":"The security token included in the request is invalid."}',
    ],
    [
      { region: 'eu-west-1' },
      'InvalidSignatureException {"message":"Credential should be scoped to a valid region',
    ],
    [
      { key: 'role' },
      'AccessDeniedException {"message":"User: arn:aws:iam::123456789012:role/caller is not authorized',
    ],
  ])('refuses a request signed with %j', async (sketch, text) => {
    expect(await outcome(await signed(sketch))).toContain(`403 ${text}`);
  });

  test('refuses a request that is not signed', async () => {
    expect(await api.summary('/iam')).toBe(
      '403 MissingAuthenticationTokenException {"message":"Missing Authentication Token"}',
    );
    expect(await api.summary('/iam', { headers: { Authorization: 'x' } })).toContain(
      '403 IncompleteSignature',
    );
  });
});

describe('a user pool', () => {
  let api: ServedApi;
  beforeAll(async () => {
    api = await serveDocument(compiledDocument(), echo);
  });
  afterAll(() => api.close());

  const issuer = `https://cognito-idp.${REGION}.amazonaws.com/${POOL.split('/')[1] ?? ''}`;
  const token = (claims: Record<string, unknown> = {}) =>
    new UnsecuredJWT({
      iss: issuer,
      token_use: 'id',
      sub: 'me',
      exp: Date.now() / 1000 + 60,
      ...claims,
    }).encode();
  const ask = (Authorization: string) => api.summary('/pool', { headers: { Authorization } });

  test('hands the claims of its tokens to the function', async () => {
    const { requestContext } = await eventOf(api, '/pool', { Authorization: token() });
    expect(requestContext.authorizer).toMatchObject({ claims: { sub: 'me', iss: issuer } });
  });

  test('refuses a request without a token, or with one that has expired', async () => {
    expect(await api.summary('/pool')).toBe('401 UnauthorizedException {"message":"Unauthorized"}');
    expect(await ask(token({ exp: 1 }))).toBe(
      '401 UnauthorizedException {"message":"The incoming token has expired"}',
    );
  });
});

// Custom authorizers: the event of their function, and the effect of its result.
describe('custom authorizers', () => {
  type Event = { readonly requestContext: { readonly authorizer?: unknown } };

  const UNAUTHORIZED = '401 UnauthorizedException {"message":"Unauthorized"}';
  const DENIED =
    '403 AccessDeniedException {"Message":"User is not authorized to access this resource"}';
  const BROKEN = '500 AuthorizerConfigurationException {"message":null}';

  describe('a custom authorizer', () => {
    const policy = (Effect: string, Resource = '*', context: unknown = { team: 'red', level: 3 }) =>
      returned({
        principalId: 'me',
        policyDocument: {
          Version: '2012-10-17',
          Statement: [{ Effect, Action: 'execute-api:Invoke', Resource }],
        },
        context,
      });
    const document = (settings: Record<string, unknown> = {}) =>
      documentOf(
        {
          '/': {
            get: proxied({ security: [{ Check: [] }] }),
            put: proxied({ security: [{ Check: [] }] }),
          },
        },
        {
          components: {
            securitySchemes: {
              Check: {
                type: 'apiKey',
                name: 'X-Token',
                in: 'header',
                'x-amazon-apigateway-authtype': 'custom',
                'x-amazon-apigateway-authorizer': {
                  type: 'token',
                  authorizerUri: invocationUri('check'),
                  ...settings,
                },
              },
            },
          },
        },
      );
    const isCheck = ({ arn }: Invocation) => arn === functionArn('check');
    const serve = (check: Functions, settings?: Record<string, unknown>) =>
      serveDocument(document(settings), (call) => (isCheck(call) ? check(call) : echo(call)));
    const headers = { 'X-Token': 'abc' };

    test('gets token and method, and its context reaches the function', async () => {
      const api = await serve(() => policy('Allow'));
      const event = (await (await api.request('/', { headers })).json()) as Event; // because the function echoes it
      expect(event.requestContext.authorizer).toEqual({
        principalId: 'me',
        integrationLatency: 0,
        team: 'red',
        level: '3',
      });
      const methodArn = `arn:aws:execute-api:${REGION}:${ACCOUNT}:${api.apiId}/api/GET/`;
      const { event: asked, principal, sourceArn = '' } = api.invocations[0] ?? {};
      expect(asked).toEqual({ type: 'TOKEN', methodArn, authorizationToken: 'abc' });
      expect(principal).toBe('apigateway.amazonaws.com');
      expect(sourceArn.replace(/\w{6}$/, 'ID')).toBe(
        `arn:aws:execute-api:${REGION}:${ACCOUNT}:${api.apiId}/authorizers/ID`,
      );
      await api.close();
    });

    test.each<[string, InvocationOutcome, string]>([
      ['a denial', policy('Deny'), DENIED],
      [
        'Unauthorized',
        { kind: 'failed', payload: '{"errorMessage": "Unauthorized"}' },
        UNAUTHORIZED,
      ],
      ['another error', { kind: 'failed', payload: '{"errorMessage": "boom"}' }, BROKEN],
      ['a function that may not be invoked', { kind: 'forbidden' }, BROKEN],
    ])('that answers with %s refuses', async (_, outcome, text) => {
      const api = await serve(() => outcome);
      expect(await api.summary('/', { headers })).toBe(text);
      await api.close();
    });

    test('is not asked without a token, nor for one that does not match', async () => {
      const api = await serve(() => policy('Allow'), { identityValidationExpression: '[x-z]+' });
      expect(await api.summary('/')).toBe(UNAUTHORIZED);
      expect(await api.summary('/', { headers })).toBe(UNAUTHORIZED);
      expect(api.invocations).toEqual([]);
      await api.close();
    });

    test.each([
      [300, 1],
      [0, 2],
    ])('with a time to live of %d s is asked %d times by two requests', async (ttl, count) => {
      const api = await serve(() => policy('Allow', '*/GET/*'), {
        authorizerResultTtlInSeconds: ttl,
      });
      await api.request('/', { headers });
      expect(await api.summary('/', { headers, method: 'PUT' })).toBe(DENIED);
      expect(api.invocations.filter(isCheck)).toHaveLength(count);
      await api.close();
    });
  });
});
