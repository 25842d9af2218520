// Custom authorizers: the event of their function, and the effect of its result.
import { describe, expect, test } from 'vitest';
import type { InvocationOutcome } from '../service.js';
import { ACCOUNT, REGION } from './api-host.fixture.js';
import type { Invocation } from './api-host.fixture.js';
import { documentOf, functionArn, invocationUri, proxied } from './document.fixture.js';
import { echo, returned, serveDocument } from './served-api.fixture.js';
import type { Functions } from './served-api.fixture.js';

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
    ['a policy for something else', policy('Allow', 'arn:aws:execute-api:*:*:*/*/POST/*'), DENIED],
    ['a context with a list', policy('Allow', '*', { a: [] }), BROKEN],
    ['no policy', returned({ principalId: 'me' }), BROKEN],
    ['Unauthorized', { kind: 'failed', payload: '{"errorMessage": "Unauthorized"}' }, UNAUTHORIZED],
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
