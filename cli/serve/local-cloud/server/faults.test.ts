// Faults of the test cloud, as the SDK's clients experience them.
import { CreateRoleCommand } from '@aws-sdk/client-iam';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clients, createClients, refusalOf, TRUST } from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { FaultKind, TestCloud } from '../test-cloud.js';
import { refusalsOfReads } from './reads-of-each-service.fixture.js';

let cloud: TestCloud;
let clients: Clients;
beforeEach(async () => {
  cloud = await startTestCloud();
  clients = createClients(cloud);
});
afterEach(() => cloud.close());

function createRole(RoleName: string): Promise<unknown> {
  return clients.iam.send(new CreateRoleCommand({ RoleName, AssumeRolePolicyDocument: TRUST }));
}

describe('faults', () => {
  const outcome = async (kind: FaultKind): Promise<unknown> => {
    const name = `role-${kind}`;
    cloud.arm({ kind, at: 1 });
    const refusal = await refusalOf(createRole(name));
    cloud.disarm();
    return { refusal, exists: cloud.inventory().includes(`role ${name}`) };
  };

  test('cut the connection, answer 500, throttle or deny, before or after the call', async () => {
    expect({
      'reset-before': await outcome('reset-before'),
      'reset-after': await outcome('reset-after'),
      'error-before': await outcome('error-before'),
      'error-after': await outcome('error-after'),
      throttle: await outcome('throttle'),
      denied: await outcome('denied'),
    }).toMatchInlineSnapshot(`
      {
        "denied": {
          "exists": false,
          "refusal": "AccessDenied 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: iam:CreateRole on resource: arn:aws:iam::123456789012:role/role-denied because no identity-based policy allows the iam:CreateRole action",
        },
        "error-after": {
          "exists": true,
          "refusal": "ServiceFailureException 500 The request processing has failed because of an unknown error.",
        },
        "error-before": {
          "exists": false,
          "refusal": "ServiceFailureException 500 The request processing has failed because of an unknown error.",
        },
        "reset-after": {
          "exists": true,
          "refusal": "network ECONNRESET",
        },
        "reset-before": {
          "exists": false,
          "refusal": "network ECONNRESET",
        },
        "throttle": {
          "exists": false,
          "refusal": "Throttling 400 Rate exceeded",
        },
      }
    `);
  });

  test('kill the caller before or after the call, and leave the connection open', async () => {
    for (const kind of ['kill-before', 'kill-after'] as const) {
      const abort = new AbortController();
      cloud.arm({ kind, at: 1, onKill: () => abort.abort() });
      const command = new CreateRoleCommand({ RoleName: kind, AssumeRolePolicyDocument: TRUST });
      const call = clients.iam.send(command, { abortSignal: abort.signal });
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
