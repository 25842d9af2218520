// Creates proxy integration events for the runtime tests, from the fields that a test depends on.
import type { ProxyEvent } from '../../runtime/contract/proxy-event.js';

/** Creates an event for `GET /`, overridden by `fields`. */
export function proxyEvent(fields: Partial<ProxyEvent> = {}): ProxyEvent {
  const { httpMethod = 'GET', resource = '/', path = resource } = fields;
  return {
    resource,
    path,
    httpMethod,
    headers: null,
    multiValueHeaders: null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      httpMethod,
      identity: {
        accessKey: null,
        accountId: null,
        apiKey: null,
        caller: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        sourceIp: '127.0.0.1',
        user: null,
        userAgent: 'vitest',
        userArn: null,
      },
      path: `/api${path}`,
      protocol: 'HTTP/1.1',
      requestId: 'request-1',
      requestTimeEpoch: 0,
      resourceId: 'abc123',
      resourcePath: resource,
      stage: 'api',
    },
    ...fields,
  };
}
