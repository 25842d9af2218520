// Recorded responses from AWS, and how they are interpreted.
import { expect, test } from 'vitest';
import type { CloudErrorKind } from './cloud-error.js';
import { readCloudError } from './read-cloud-error.js';
import { answer, failedCall } from './sdk-errors.fixture.js';

const ROLE = 'The role defined for the function cannot be assumed by Lambda.';
const CONFLICT = 'The operation cannot be performed at this time.';

test.each<[CloudErrorKind, number, string, string]>([
  ['missing', 404, 'NoSuchEntityException', 'The role with name x cannot be found.'],
  ['missing', 404, 'ResourceNotFoundException', 'Function not found: arn'],
  ['missing', 404, 'ResourceNotFoundException', 'No policy is associated with the given resource.'],
  ['missing', 404, 'NotFoundException', 'Invalid API identifier specified 1:x'],
  ['exists', 409, 'EntityAlreadyExistsException', 'Role with name x already exists.'],
  ['exists', 409, 'ResourceConflictException', 'Function already exist: helloworld-dev'],
  [
    'exists',
    409,
    'ResourceConflictException',
    'The statement id (x) provided already exists. Please provide a new statement id, or remove the existing statement.',
  ],
  ['exists', 409, 'ConflictException', 'Stage already exists'],
  [
    'busy',
    409,
    'ResourceConflictException',
    `${CONFLICT} The function is currently in the following state: Pending`,
  ],
  [
    'busy',
    409,
    'ResourceConflictException',
    `${CONFLICT} An update is in progress for resource: arn:aws:lambda:eu-west-1:1:function:x`,
  ],
  [
    'busy',
    409,
    'ConflictException',
    'Unable to complete operation due to concurrent modification. Please try again later.',
  ],
  ['busy', 409, 'ConcurrentModificationException', 'The request was rejected'],
  ['busy', 502, 'ResourceNotReadyException', 'The function is inactive'],
  ['role-not-ready', 400, 'InvalidParameterValueException', ROLE],
  // Lambda has two messages for a source that the role may not read.
  ...(['provided', 'function'] as const).map((which): [CloudErrorKind, number, string, string] => [
    'role-not-ready',
    400,
    'InvalidParameterValueException',
    `The ${which} execution role does not have permissions to call ReceiveMessage on SQS`,
  ]),
  [
    'rejected',
    400,
    'InvalidParameterValueException',
    'Error occurred while ReceiveMessage. SQS Error Code: AWS.SimpleQueueService.NonExistentQueue. SQS Error Message: The specified queue does not exist.',
  ],
  ['missing', 400, 'QueueDoesNotExist', 'The specified queue does not exist.'],
  ['throttled', 400, 'LimitExceededException', 'Rate exceeded for stream clicks.'],
  [
    'role-not-ready',
    400,
    'InvalidParameterValueException',
    'The provided execution role does not have permissions to call CreateNetworkInterface on EC2',
  ],
  [
    'role-not-ready',
    400,
    'InvalidParameterValueException',
    'Your request has been throttled by EC2, please make sure you have enough API rate limit.',
  ],
  [
    'role-not-ready',
    400,
    'InvalidParameterValueException',
    'Lambda was unable to configure access to your environment variables because the KMS key is invalid for CreateGrant. Please check your KMS key settings. KMS Exception: InvalidArnException KMS Message: ARN does not refer to a valid principal',
  ],
  [
    'changed',
    412,
    'PreconditionFailedException',
    'The Revision Id provided does not match the latest Revision Id.',
  ],
  ['throttled', 429, 'TooManyRequestsException', 'Too Many Requests'],
  ['throttled', 400, 'Throttling', 'Rate exceeded'],
  ['throttled', 400, 'ThrottlingException', 'Rate exceeded'],
  ['throttled', 429, 'SomethingNew', 'Slow down'],
  [
    'denied',
    403,
    'AccessDeniedException',
    'User: u is not authorized to perform: lambda:CreateFunction on resource: arn',
  ],
  [
    'denied',
    403,
    'AccessDenied',
    'User: u is not authorized to perform: iam:CreateRole on resource: arn',
  ],
  [
    'expired',
    403,
    'ExpiredTokenException',
    'The security token included in the request is expired',
  ],
  ['expired', 403, 'ExpiredToken', 'The security token included in the request is expired'],
  [
    'bad-credentials',
    403,
    'UnrecognizedClientException',
    'The security token included in the request is invalid.',
  ],
  [
    'bad-credentials',
    403,
    'InvalidClientTokenId',
    'The security token included in the request is invalid.',
  ],
  [
    'bad-credentials',
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided.',
  ],
  ['bad-credentials', 403, 'MissingAuthenticationTokenException', 'Missing Authentication Token'],
  [
    'clock',
    403,
    'InvalidSignatureException',
    'Signature expired: 20261121T100000Z is now earlier than 20261121T110000Z (20261121T110500Z - 5 min.)',
  ],
  [
    'clock',
    403,
    'SignatureDoesNotMatch',
    'Signature not yet current: 20261121T120000Z is still later than 20261121T110500Z',
  ],
  ['clock', 403, 'RequestTimeTooSkewed', 'The difference is too large'],
  [
    'too-large',
    413,
    'RequestEntityTooLargeException',
    'Request must be smaller than 70167211 bytes for the CreateFunction operation',
  ],
  [
    'too-large',
    400,
    'InvalidParameterValueException',
    'Unzipped size must be smaller than 262144000 bytes',
  ],
  ['limit', 400, 'CodeStorageExceededException', 'Code storage limit exceeded.'],
  ['limit', 429, 'LimitExceededException', 'Limit exceeded'],
  ['limit', 409, 'LimitExceeded', 'Maximum policy size of 10240 bytes exceeded for role x'],
  [
    'limit',
    400,
    'InvalidParameterValueException',
    "Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [100].",
  ],
  ['rejected', 400, 'BadRequestException', 'Invalid OpenAPI input.'],
  [
    'rejected',
    400,
    'InvalidParameterValueException',
    'The runtime parameter of nodejs14.x is no longer supported',
  ],
  ['rejected', 409, 'DeleteConflictException', 'Cannot delete entity, must delete policies first.'],
  ['rejected', 400, 'MalformedPolicyDocumentException', 'Syntax errors in policy.'],
  ['server', 500, 'ServiceException', 'Internal error'],
  ['server', 503, 'ServiceUnavailableException', 'Unavailable'],
  ['server', 200, 'SyntaxError', 'Unexpected end of JSON input'],
])('%s: %i %s %s', (kind, status, name, message) => {
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
  const error = answer(
    400,
    'ValidationException',
    'The role must allow this service to assume it.',
  );
  const kinds = [
    { names: ['Validation'], message: /to assume it/, kind: 'role-not-ready' },
  ] as const;
  expect(readCloudError(error, { ...failedCall, kinds })?.facts.kind).toBe('role-not-ready');
  expect(readCloudError(error, failedCall)?.facts.kind).toBe('rejected');
});
