// The record of calls, and what a process needs to reach the test cloud.
import { afterEach, beforeEach, expect, test, describe } from 'vitest';
import {
  type Clients,
  createClients,
  refusalOf,
  TRUST,
  createReadyFunction,
  createReadyRole,
  zipOf,
} from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { CloudCall, TestCloud, FaultKind } from '../test-cloud.fixture.js';
import { refusalsOfReads } from './reads-of-each-service.fixture.js';
import { Lambda } from '@aws-sdk/client-lambda';
import { matchesArn } from '../policy/evaluate-policies.js';
import { withoutXml } from '../raw-call.fixture.js';
import { EXPIRED_KEY, UNKNOWN_KEY, WRONG_SECRET_KEY } from './signature.js';

let cloud: TestCloud;
let clients: Clients;
beforeEach(async () => {
  cloud = await startTestCloud();
  clients = createClients(cloud);
});
afterEach(() => cloud.close());

function createRole(RoleName: string): Promise<unknown> {
  return clients.iam.createRole({ RoleName, AssumeRolePolicyDocument: TRUST });
}

test('a list of calls stays as it was when a call that was running ends', async () => {
  let during: readonly CloudCall[] = [];
  const onKill = (): void => {
    during = cloud.calls();
  };
  cloud.arm({ kind: 'interrupt', at: 1, onKill });
  await createRole('one');
  const statuses = [...during, ...cloud.calls()].map(({ status }) => status);
  expect(statuses).toEqual([0, 200]);
});

test('calls are recorded with their status, and can be cleared', async () => {
  await createRole('one');
  await refusalOf(createRole('one'));
  cloud.arm({ kind: 'reset-after', at: 1 });
  await refusalOf(createRole('two'));
  const call = { service: 'iam', operation: 'CreateRole', isWrite: true };
  expect(cloud.calls()).toStrictEqual([200, 409, 0].map((status) => ({ ...call, status })));
  cloud.clearCalls();
  expect(cloud.calls()).toEqual([]);
  expect(cloud.inventory()).toEqual(['role one', 'role two']);
});

test('the environment of a process leads to this cloud and to nothing else', () => {
  expect({ ...cloud.environment, AWS_ENDPOINT_URL: 'URL' }).toMatchInlineSnapshot(`
    {
      "AWS_ACCESS_KEY_ID": "test",
      "AWS_CONFIG_FILE": "/dev/null",
      "AWS_EC2_METADATA_DISABLED": "true",
      "AWS_ENDPOINT_URL": "URL",
      "AWS_REGION": "us-east-1",
      "AWS_SECRET_ACCESS_KEY": "test",
      "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
    }
  `);
});

// Faults of the test cloud, as the SDK's clients experience them.

describe('faults', () => {
  const outcome = async (kind: FaultKind): Promise<readonly [refusal: string, exists: boolean]> => {
    cloud.arm({ kind, at: 1 });
    const refusal = await refusalOf(createRole(kind));
    cloud.disarm();
    return [refusal, cloud.inventory().includes(`role ${kind}`)];
  };

  test('cut the connection, answer 500, throttle or deny, before or after the call', async () => {
    const broken = 'network ECONNRESET';
    const failed =
      'ServiceFailureException 500 The request processing has failed because of an unknown error.';
    expect(await outcome('reset-before')).toEqual([broken, false]);
    expect(await outcome('reset-after')).toEqual([broken, true]);
    expect(await outcome('error-before')).toEqual([failed, false]);
    expect(await outcome('error-after')).toEqual([failed, true]);
    expect(await outcome('throttle')).toEqual(['Throttling 400 Rate exceeded', false]);
    expect(await outcome('denied')).toEqual([
      'AccessDenied 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: iam:CreateRole on resource: arn:aws:iam::123456789012:role/denied because no identity-based policy allows the iam:CreateRole action',
      false,
    ]);
  });

  test('kill the caller before or after the call, and leave the connection open', async () => {
    for (const kind of ['kill-before', 'kill-after'] as const) {
      const abort = new AbortController();
      cloud.arm({ kind, at: 1, onKill: () => abort.abort() });
      const role = { RoleName: kind, AssumeRolePolicyDocument: TRUST };
      const call = clients.iam.createRole(role, { abortSignal: abort.signal });
      expect(await refusalOf(call)).toContain('AbortError');
      cloud.disarm();
      expect(cloud.inventory().includes(`role ${kind}`)).toBe(kind === 'kill-after');
    }
  });

  test('interrupt the caller, whose call is answered all the same', async () => {
    let interruptions = 0;
    cloud.arm({ kind: 'interrupt', at: 1, onKill: () => (interruptions += 1) });
    expect(await refusalOf(createRole('a'))).toBe('accepted');
    expect(interruptions).toBe(1);
  });

  test('strike from the given call on, as often as they say', async () => {
    cloud.arm({ kind: 'throttle', at: 2, times: 2 });
    const outcomes: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) outcomes.push(await refusalOf(createRole(name)));
    expect(outcomes).toEqual([
      'accepted',
      'Throttling 400 Rate exceeded',
      'Throttling 400 Rate exceeded',
      'accepted',
    ]);
  });

  test('are worded as each service words them', async () => {
    const all = async (kind: FaultKind): Promise<unknown> => {
      cloud.arm({ kind, at: 1, times: 20 });
      return refusalsOfReads(clients);
    };
    expect({
      error: await all('error-before'),
      throttle: await all('throttle'),
      denied: await all('denied'),
    }).toMatchInlineSnapshot(`
      {
        "denied": {
          "apiGateway": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: apigateway:GET on resource: arn:aws:apigateway:us-east-1::/restapis because no identity-based policy allows the apigateway:GET action",
          "dynamodb": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: dynamodb:ListTables on resource: * because no identity-based policy allows the dynamodb:ListTables action",
          "events": "AccessDeniedException 400 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: events:ListRules on resource: * because no identity-based policy allows the events:ListRules action",
          "iam": "AccessDenied 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: iam:ListRoles on resource: arn:aws:iam::123456789012:role/ because no identity-based policy allows the iam:ListRoles action",
          "kinesis": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: kinesis:ListStreams on resource: * because no identity-based policy allows the kinesis:ListStreams action",
          "lambda": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: lambda:ListFunctions on resource: * because no identity-based policy allows the lambda:ListFunctions action",
          "logs": "AccessDeniedException 400 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: logs:DescribeLogGroups on resource: arn:aws:logs:us-east-1:123456789012:log-group::log-stream: because no identity-based policy allows the logs:DescribeLogGroups action",
          "sqs": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: sqs:ListQueues on resource: * because no identity-based policy allows the sqs:ListQueues action",
          "ssm": "AccessDeniedException 400 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: ssm:DescribeParameters on resource: * because no identity-based policy allows the ssm:DescribeParameters action",
          "sts": "AccessDenied 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: sts:GetCallerIdentity on resource: * because no identity-based policy allows the sts:GetCallerIdentity action",
        },
        "error": {
          "apiGateway": "InternalFailure 500 Internal server error",
          "dynamodb": "InternalServerError 500 Internal server error",
          "events": "InternalException 500 An internal error occurred.",
          "iam": "ServiceFailureException 500 The request processing has failed because of an unknown error.",
          "kinesis": "InternalFailureException 500 Internal failure.",
          "lambda": "ServiceException 500 An error occurred, retry.",
          "logs": "ServiceUnavailableException 500 Service unavailable.",
          "sqs": "InternalError 500 An internal error occurred.",
          "ssm": "InternalServerError 500 An internal error occurred.",
          "sts": "InternalFailure 500 Internal failure.",
        },
        "throttle": {
          "apiGateway": "TooManyRequestsException 429 Too Many Requests",
          "dynamodb": "ThrottlingException 400 Rate of requests exceeds the allowed throughput.",
          "events": "ThrottlingException 400 Rate exceeded",
          "iam": "Throttling 400 Rate exceeded",
          "kinesis": "LimitExceededException 400 Rate exceeded for stream.",
          "lambda": "TooManyRequestsException 429 Rate exceeded",
          "logs": "ThrottlingException 400 Rate exceeded",
          "sqs": "RequestThrottled 400 Rate exceeded",
          "ssm": "ThrottlingException 400 Rate exceeded",
          "sts": "Throttling 400 Rate exceeded",
        },
      }
    `);
  });
});

// The permissions of the caller of the test cloud.

describe('the permissions of the caller', () => {
  const restrict = (...Statement: readonly object[]): void =>
    cloud.restrictCaller({ Version: '2012-10-17', Statement });

  test('allow by action and resource, and a statement that denies wins', async () => {
    restrict(
      { Effect: 'Allow', Action: 'iam:*Role', Resource: 'arn:aws:iam::*:role/hello-*' },
      { Effect: 'Deny', Action: ['iam:CreateRole'], Resource: 'arn:aws:iam::*:role/hello-prod' },
    );
    expect({
      allowed: await refusalOf(createRole('hello-dev')),
      read: await refusalOf(clients.iam.getRole({ RoleName: 'hello-dev' })),
      resource: await refusalOf(createRole('other')),
      denied: await refusalOf(createRole('hello-prod')),
      others: await refusalsOfReads(clients),
    }).toMatchInlineSnapshot(`
      {
        "allowed": "accepted",
        "denied": "AccessDenied 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: iam:CreateRole on resource: arn:aws:iam::123456789012:role/hello-prod with an explicit deny in an identity-based policy",
        "others": {
          "apiGateway": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: apigateway:GET on resource: arn:aws:apigateway:us-east-1::/restapis because no identity-based policy allows the apigateway:GET action",
          "dynamodb": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: dynamodb:ListTables on resource: * because no identity-based policy allows the dynamodb:ListTables action",
          "events": "AccessDeniedException 400 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: events:ListRules on resource: * because no identity-based policy allows the events:ListRules action",
          "iam": "AccessDenied 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: iam:ListRoles on resource: arn:aws:iam::123456789012:role/ because no identity-based policy allows the iam:ListRoles action",
          "kinesis": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: kinesis:ListStreams on resource: * because no identity-based policy allows the kinesis:ListStreams action",
          "lambda": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: lambda:ListFunctions on resource: * because no identity-based policy allows the lambda:ListFunctions action",
          "logs": "AccessDeniedException 400 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: logs:DescribeLogGroups on resource: arn:aws:logs:us-east-1:123456789012:log-group::log-stream: because no identity-based policy allows the logs:DescribeLogGroups action",
          "sqs": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: sqs:ListQueues on resource: * because no identity-based policy allows the sqs:ListQueues action",
          "ssm": "AccessDeniedException 400 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: ssm:DescribeParameters on resource: * because no identity-based policy allows the ssm:DescribeParameters action",
          "sts": "accepted",
        },
        "read": "accepted",
        "resource": "AccessDenied 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: iam:CreateRole on resource: arn:aws:iam::123456789012:role/other because no identity-based policy allows the iam:CreateRole action",
      }
    `);
    cloud.restrictCaller(undefined);
    expect(await refusalOf(createRole('other'))).toBe('accepted');
    expect(() => restrict({ Effect: 'Allow', Action: '*', Resource: 'role/hello' })).toThrow(
      'Resource role/hello must be in ARN format or "*".',
    );
  });

  test('are asked for everything that a call does', async () => {
    const Role = await createReadyRole(clients);
    const files = { 'index.mjs': '' };
    await createReadyFunction(clients, { FunctionName: 'tagged', Role, files, Tags: { a: 'b' } });
    const create = (more: object): Promise<string> =>
      refusalOf(
        clients.lambda.createFunction({
          FunctionName: 'new',
          Role,
          Runtime: 'nodejs24.x',
          Handler: 'index.handler',
          Code: { ZipFile: zipOf(files) },
          ...more,
        }),
      );
    restrict({
      Effect: 'Allow',
      Action: ['lambda:CreateFunction', 'lambda:GetFunction'],
      Resource: '*',
    });
    const { Tags, TagsError } = await clients.lambda.getFunction({ FunctionName: 'tagged' });
    expect(Tags).toBeUndefined();
    expect(TagsError?.ErrorCode).toBe('AccessDeniedException');
    const passOnlyTo = (service: string): void =>
      restrict(
        { Effect: 'Allow', Action: 'lambda:CreateFunction', Resource: '*' },
        {
          Effect: 'Allow',
          Action: 'iam:PassRole',
          Resource: Role,
          Condition: { StringEquals: { 'iam:PassedToService': service } },
        },
      );
    const withoutPassRole = await create({});
    passOnlyTo('ec2.amazonaws.com');
    const passedToOthers = await create({});
    passOnlyTo('lambda.amazonaws.com');
    const tagged = await create({ Tags: { a: 'b' } });
    expect({ withoutPassRole, passedToOthers, tagged, accepted: await create({}) })
      .toMatchInlineSnapshot(`
      {
        "accepted": "accepted",
        "passedToOthers": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: iam:PassRole on resource: arn:aws:iam::123456789012:role/role because no identity-based policy allows the iam:PassRole action",
        "tagged": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: lambda:TagResource on resource: arn:aws:lambda:us-east-1:123456789012:function:new because no identity-based policy allows the lambda:TagResource action",
        "withoutPassRole": "AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: iam:PassRole on resource: arn:aws:iam::123456789012:role/role because no identity-based policy allows the iam:PassRole action",
      }
    `);
  });

  test('on an ARN do not count for one that ends early', () => {
    const pattern = 'arn:aws:dynamodb:us-east-1:123456789012:table/towns';
    expect(['arn:aws:dynamodb', pattern].map((arn) => matchesArn(pattern, arn))).toEqual([
      false,
      true,
    ]);
  });

  test('of a log group have to name its streams', async () => {
    const arn = 'arn:aws:logs:us-east-1:123456789012:log-group:/mine';
    const create = (): Promise<string> =>
      refusalOf(clients.logs.createLogGroup({ logGroupName: '/mine' }));
    restrict({ Effect: 'Allow', Action: 'logs:*', Resource: arn });
    const refused = await create();
    restrict({ Effect: 'Allow', Action: 'logs:*', Resource: `${arn}:*` });
    expect([refused, await create()]).toMatchInlineSnapshot(`
      [
        "AccessDeniedException 400 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: logs:CreateLogGroup on resource: arn:aws:logs:us-east-1:123456789012:log-group:/mine:log-stream: because no identity-based policy allows the logs:CreateLogGroup action",
        "accepted",
      ]
    `);
  });
});

// Credentials that the test cloud accepts and rejects.

describe('credentials', () => {
  test('that work are accepted by every service', async () => {
    expect(new Set(Object.values(await refusalsOfReads(clients)))).toEqual(new Set(['accepted']));
  });

  test('that do not are refused in the protocol of the service', async () => {
    expect({
      expired: await refusalsOfReads(createClients(cloud, EXPIRED_KEY)),
      unknown: await refusalsOfReads(createClients(cloud, UNKNOWN_KEY)),
      secret: await refusalsOfReads(createClients(cloud, WRONG_SECRET_KEY)),
    }).toMatchInlineSnapshot(`
      {
        "expired": {
          "apiGateway": "ExpiredTokenException 403 The security token included in the request is expired",
          "dynamodb": "ExpiredTokenException 403 The security token included in the request is expired",
          "events": "ExpiredTokenException 400 The security token included in the request is expired",
          "iam": "ExpiredToken 403 The security token included in the request is expired",
          "kinesis": "ExpiredTokenException 403 The security token included in the request is expired",
          "lambda": "ExpiredTokenException 403 The security token included in the request is expired",
          "logs": "ExpiredTokenException 400 The security token included in the request is expired",
          "sqs": "ExpiredTokenException 403 The security token included in the request is expired",
          "ssm": "ExpiredTokenException 403 The security token included in the request is expired",
          "sts": "ExpiredToken 403 The security token included in the request is expired",
        },
        "secret": {
          "apiGateway": "InvalidSignatureException 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "dynamodb": "InvalidSignatureException 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "events": "InvalidSignatureException 400 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "iam": "SignatureDoesNotMatch 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "kinesis": "InvalidSignatureException 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "lambda": "InvalidSignatureException 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "logs": "InvalidSignatureException 400 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "sqs": "InvalidSignatureException 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "ssm": "InvalidSignatureException 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "sts": "SignatureDoesNotMatch 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
        },
        "unknown": {
          "apiGateway": "UnrecognizedClientException 403 The security token included in the request is invalid.",
          "dynamodb": "UnrecognizedClientException 403 The security token included in the request is invalid.",
          "events": "UnrecognizedClientException 400 The security token included in the request is invalid.",
          "iam": "InvalidClientTokenId 403 The security token included in the request is invalid.",
          "kinesis": "UnrecognizedClientException 403 The security token included in the request is invalid.",
          "lambda": "UnrecognizedClientException 403 The security token included in the request is invalid.",
          "logs": "UnrecognizedClientException 400 The security token included in the request is invalid.",
          "sqs": "UnrecognizedClientException 403 The security token included in the request is invalid.",
          "ssm": "UnrecognizedClientException 403 The security token included in the request is invalid.",
          "sts": "InvalidClientTokenId 403 The security token included in the request is invalid.",
        },
      }
    `);
  });

  test('a clock that is ten minutes late is refused', async () => {
    const late = new Lambda({
      endpoint: cloud.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
      systemClockOffset: -600_000,
    });
    const refusal = await refusalOf(late.listFunctions({}));
    expect(refusal.replaceAll(/\d{8}T\d{6}Z/g, 'TIME')).toMatchInlineSnapshot(
      `"InvalidSignatureException 403 Signature expired: TIME is now earlier than TIME (TIME - 5 min.)"`,
    );
  });

  test('a call without a signature is refused', async () => {
    const get = async (path: string, init?: RequestInit): Promise<string> => {
      const response = await fetch(cloud.url + path, init);
      return withoutXml(`${response.status} ${await response.text()}`);
    };
    expect([
      await get('/2015-03-31/functions'),
      await get('/', { method: 'POST', body: 'Action=ListRoles&Version=2010-05-08' }),
      await get('/restapis'),
    ]).toMatchInlineSnapshot(`
      [
        "403 {"Type":"User","message":"Missing Authentication Token"}",
        "403 MissingAuthenticationToken Missing Authentication Token",
        "403 {"message":"Missing Authentication Token"}",
      ]
    `);
  });
});
