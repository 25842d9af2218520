// Recorded responses from AWS, and how they are interpreted.
import { expect, test, describe } from 'vitest';
import type { CloudErrorKind } from './cloud-error.js';
import {
  readCloudError,
  type FailedCall,
  isNotCarriedOut,
  retryAfter,
} from './read-cloud-error.js';
import { answer, failedCall, failedCall as call, ofNode } from './sdk-errors.fixture.js';

/** A kind in each line, and the status, the name and the message that have it. */
const ANSWERS = `
  missing 404 NoSuchEntityException The role with name x cannot be found.
  missing 404 ResourceNotFoundException Function not found: arn
  missing 404 ResourceNotFoundException No policy is associated with the given resource.
  missing 404 NotFoundException Invalid API identifier specified 1:x
  exists 409 EntityAlreadyExistsException Role with name x already exists.
  exists 409 ResourceConflictException Function already exist: helloworld-dev
  exists 409 ResourceConflictException The statement id (x) provided already exists. Please provide a new statement id, or remove the existing statement.
  exists 409 ConflictException Stage already exists
  busy 409 ResourceConflictException The operation cannot be performed at this time. The function is currently in the following state: Pending
  busy 409 ResourceConflictException The operation cannot be performed at this time. An update is in progress for resource: arn:aws:lambda:eu-west-1:1:function:x
  busy 409 ConflictException Unable to complete operation due to concurrent modification. Please try again later.
  busy 409 ConcurrentModificationException The request was rejected
  busy 502 ResourceNotReadyException The function is inactive
  role-not-ready 400 InvalidParameterValueException The role defined for the function cannot be assumed by Lambda.
  role-not-ready 400 InvalidParameterValueException The provided execution role does not have permissions to call ReceiveMessage on SQS
  role-not-ready 400 InvalidParameterValueException The function execution role does not have permissions to call ReceiveMessage on SQS
  rejected 400 InvalidParameterValueException Error occurred while ReceiveMessage. SQS Error Code: AWS.SimpleQueueService.NonExistentQueue. SQS Error Message: The specified queue does not exist.
  missing 400 QueueDoesNotExist The specified queue does not exist.
  throttled 400 LimitExceededException Rate exceeded for stream clicks.
  role-not-ready 400 InvalidParameterValueException The provided execution role does not have permissions to call CreateNetworkInterface on EC2
  role-not-ready 400 InvalidParameterValueException Your request has been throttled by EC2, please make sure you have enough API rate limit.
  role-not-ready 400 InvalidParameterValueException Lambda was unable to configure access to your environment variables because the KMS key is invalid for CreateGrant. Please check your KMS key settings. KMS Exception: InvalidArnException KMS Message: ARN does not refer to a valid principal
  changed 412 PreconditionFailedException The Revision Id provided does not match the latest Revision Id.
  throttled 429 TooManyRequestsException Too Many Requests
  throttled 400 Throttling Rate exceeded
  throttled 400 ThrottlingException Rate exceeded
  throttled 429 SomethingNew Slow down
  denied 403 AccessDeniedException User: u is not authorized to perform: lambda:CreateFunction on resource: arn
  denied 403 AccessDenied User: u is not authorized to perform: iam:CreateRole on resource: arn
  expired 403 ExpiredTokenException The security token included in the request is expired
  expired 403 ExpiredToken The security token included in the request is expired
  bad-credentials 403 UnrecognizedClientException The security token included in the request is invalid.
  bad-credentials 403 InvalidClientTokenId The security token included in the request is invalid.
  bad-credentials 403 SignatureDoesNotMatch The request signature we calculated does not match the signature you provided.
  bad-credentials 403 MissingAuthenticationTokenException Missing Authentication Token
  clock 403 InvalidSignatureException Signature expired: 20261121T100000Z is now earlier than 20261121T110000Z (20261121T110500Z - 5 min.)
  clock 403 SignatureDoesNotMatch Signature not yet current: 20261121T120000Z is still later than 20261121T110500Z
  clock 403 RequestTimeTooSkewed The difference is too large
  too-large 413 RequestEntityTooLargeException Request must be smaller than 70167211 bytes for the CreateFunction operation
  too-large 400 InvalidParameterValueException Unzipped size must be smaller than 262144000 bytes
  limit 400 CodeStorageExceededException Code storage limit exceeded.
  limit 429 LimitExceededException Limit exceeded
  limit 409 LimitExceeded Maximum policy size of 10240 bytes exceeded for role x
  limit 400 InvalidParameterValueException Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [100].
  rejected 400 BadRequestException Invalid OpenAPI input.
  rejected 400 InvalidParameterValueException The runtime parameter of nodejs14.x is no longer supported
  rejected 409 DeleteConflictException Cannot delete entity, must delete policies first.
  rejected 400 MalformedPolicyDocumentException Syntax errors in policy.
  server 500 ServiceException Internal error
  server 503 ServiceUnavailableException Unavailable
  server 200 SyntaxError Unexpected end of JSON input
`;

const rows = [...ANSWERS.matchAll(/^ {2}(\S+) (\d+) (\S+) (.+)$/gm)].map(
  ([, kind, status, name = '', message = '']) => [kind, Number(status), name, message] as const,
);

test.each(rows)('%s: %i %s %s', (kind, status, name, message) => {
  expect(readCloudError(answer(status, name, message), failedCall)?.facts.kind).toBe(kind);
});

test.each([
  [404, 'NotFoundException', 'Unknown API Gateway v1 path: /restapis/abc'],
  [400, 'InvalidAction', 'Unknown action: PutRolePolicy'],
  [501, 'InternalFailure', 'The API action is not yet implemented'],
])('an emulator lacks a call: %i %s %s', (status, name, message) => {
  const call = { ...failedCall, endpoint: 'http://localhost:4566' };
  expect(readCloudError(answer(status, name, message), call)?.facts.kind).toBe('unsupported');
  // AWS supports every call.
  expect(readCloudError(answer(status, name, message), failedCall)?.facts.kind).not.toBe(
    'unsupported',
  );
});

test('a message of one service alone counts for its calls alone', () => {
  const message = 'The role must allow this service to assume it.';
  const error = answer(400, 'ValidationException', message);
  const kind = { names: ['Validation'], message: /to assume it/, kind: 'role-not-ready' } as const;
  const kinds = [kind];
  expect(readCloudError(error, { ...failedCall, kinds })?.facts.kind).toBe('role-not-ready');
  expect(readCloudError(error, failedCall)?.facts.kind).toBe('rejected');
});

// Errors without a response, and what is read from responses besides their kind.

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
  const message = 'The security token included in the request is invalid.';
  const error = answer(403, 'UnrecognizedClientException', message);
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
  const message = "Errors found during import:\n\tUnable to create resource at path '/x'";
  const error = answer(400, 'BadRequestException', message);
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
