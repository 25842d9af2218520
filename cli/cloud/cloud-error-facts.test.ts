// Errors without a response, and what is read from responses besides their kind.
import { describe, expect, test } from 'vitest';
import type { CloudErrorKind } from './cloud-error.js';
import {
  type FailedCall,
  isNotCarriedOut,
  readCloudError,
  retryAfter,
} from './read-cloud-error.js';
import { answer, failedCall as call, ofNode } from './sdk-errors.fixture.js';

function kindOf(error: unknown, change: Partial<FailedCall> = {}): CloudErrorKind | undefined {
  return readCloudError(error, { ...call, ...change })?.facts.kind;
}

describe('errors before any answer', () => {
  test.each<[CloudErrorKind, string, string]>([
    ['no-credentials', 'CredentialsProviderError', 'Could not load credentials from any providers'],
    [
      'no-credentials',
      'CredentialsProviderError',
      'Could not resolve credentials using profile: [x] in configuration/credentials file(s).',
    ],
    [
      'expired',
      'CredentialsProviderError',
      'The SSO session associated with this profile has expired. To refresh this SSO session run aws sso login with the corresponding profile.',
    ],
    [
      'expired',
      'TokenProviderError',
      "Token is expired. To refresh this SSO session run 'aws sso login' with the corresponding profile.",
    ],
    ['no-region', 'Error', 'Region is missing'],
  ])('%s: %s %s', (kind, name, message) => {
    expect(kindOf(Object.assign(new Error(message), { name }))).toBe(kind);
  });

  test.each([
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ECONNREFUSED',
    'ENETUNREACH',
    'EAI_AGAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'SELF_SIGNED_CERT_IN_CHAIN',
  ])('%s is the network', (code) => {
    expect(kindOf(ofNode(code))).toBe('network');
  });

  test('a connection that breaks in the middle of an answer is the network', () => {
    const error = Object.assign(answer(200, 'Error', 'aborted'), { code: 'ECONNRESET' });
    expect(kindOf(error)).toBe('network');
  });

  test('a connection that breaks under a large upload means that it is too large', () => {
    expect(kindOf(ofNode('ECONNRESET'), { uploaded: 60_000_000 })).toBe('too-large');
    expect(kindOf(ofNode('ECONNRESET'), { uploaded: 40_000_000 })).toBe('network');
  });

  test('a refused connection has the message of its first address', () => {
    const error = Object.assign(
      new AggregateError([ofNode('ECONNREFUSED', 'connect ECONNREFUSED ::1:1')]),
      { code: 'ECONNREFUSED' },
    );
    expect(readCloudError(error, call)?.facts.message).toBe('connect ECONNREFUSED ::1:1');
  });

  test('a region whose address does not exist is unknown, unless it is one of AWS or there is an endpoint', () => {
    const error = ofNode('ENOTFOUND', 'getaddrinfo ENOTFOUND lambda.eu-west-9.amazonaws.com');
    expect(kindOf(error, { region: 'eu-west-9' })).toBe('bad-region');
    expect(kindOf(error)).toBe('network');
    expect(kindOf(error, { region: 'eu-west-9', endpoint: 'http://emulator' })).toBe('network');
  });
});

test('a region that has to be enabled does not know the keys', () => {
  const error = answer(
    403,
    'UnrecognizedClientException',
    'The security token included in the request is invalid.',
  );
  expect(kindOf(error, { region: 'eu-south-1' })).toBe('bad-region');
  expect(kindOf(error, { region: 'eu-south-1', endpoint: 'http://emulator' })).toBe(
    'bad-credentials',
  );
});

describe('a denial names what is missing', () => {
  const read = (message: string): unknown =>
    readCloudError(answer(403, 'AccessDeniedException', message), call)?.facts;
  const arn = 'arn:aws:lambda:eu-west-1:123456789012:function:helloworld-dev';

  test.each([
    `User: arn:aws:iam::123456789012:user/ci is not authorized to perform: lambda:CreateFunction on resource: ${arn}`,
    `User: arn:aws:iam::123456789012:user/ci is not authorized to perform: lambda:CreateFunction on resource: ${arn} because no identity-based policy allows the lambda:CreateFunction action`,
  ])('%s', (message) => {
    expect(read(message)).toMatchObject({ action: 'lambda:CreateFunction', resource: arn });
    expect(read(message)).not.toHaveProperty('isForbidden');
  });

  test('a policy that no statement of the identity changes is told apart', () => {
    const boundary = `User: u is not authorized to perform: iam:CreateRole on resource: ${arn} because no permissions boundary allows the iam:CreateRole action`;
    expect(read(boundary)).toMatchObject({ action: 'iam:CreateRole', isForbidden: true });
    const message = `User: u is not authorized to perform: lambda:CreateFunction on resource: ${arn} with an explicit deny in a service control policy`;
    expect(read(message)).toMatchObject({ action: 'lambda:CreateFunction', isForbidden: true });
  });

  test('what is no ARN is no resource', () => {
    const message =
      'User: u is not authorized to perform: iam:CreateRole on resource: role helloworld-dev';
    expect(read(message)).toMatchObject({ action: 'iam:CreateRole' });
    expect(read(message)).not.toHaveProperty('resource');
  });

  test('a message without an action keeps the call', () => {
    expect(read('Access denied')).not.toHaveProperty('action');
  });
});

test.each([
  'Lambda was unable to configure your environment variables because the environment variables you have provided exceeded the 4KB limit. String measured: {"SECRET":"hunter2"}',
  "1 validation error detected: Value '{SECRET=hunter2}' at 'environment.variables' failed to satisfy constraint: Map value must satisfy constraint",
])('values of the environment stand nowhere: %s', (message) => {
  const error = readCloudError(answer(400, 'InvalidParameterValueException', message), call);
  expect(error?.facts.kind).toBe('rejected');
  expect(error?.message).not.toContain('hunter2');
  expect(error?.cause).toBeUndefined();
});

test('a message is one line', () => {
  const error = answer(
    400,
    'BadRequestException',
    "Errors found during import:\n\tUnable to create resource at path '/x'",
  );
  expect(readCloudError(error, call)?.facts.message).toBe(
    "Errors found during import: Unable to create resource at path '/x'",
  );
});

test('a bug of ours is none of the cloud', () => {
  expect(readCloudError(new TypeError('x is not a function'), call)).toBeUndefined();
  expect(readCloudError('text', call)).toBeUndefined();
});

test('a call whose connection was never made was not carried out', () => {
  expect(isNotCarriedOut(ofNode('ECONNREFUSED'))).toBe(true);
  expect(isNotCarriedOut(ofNode('ECONNRESET'))).toBe(false);
  expect(isNotCarriedOut(answer(500, 'ServiceException', ''))).toBe(false);
});

test('the wait that a service asks for is read from header and member', () => {
  const headers = { 'retry-after': '3' };
  expect(retryAfter(Object.assign(new Error(), { $response: { headers } }))).toBe(3000);
  expect(retryAfter(Object.assign(new Error(), { retryAfterSeconds: '2' }))).toBe(2000);
  expect(retryAfter(new Error())).toBeUndefined();
});
