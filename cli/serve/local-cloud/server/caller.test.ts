// The permissions of the caller of the test cloud.
import { CreateLogGroupCommand } from '@aws-sdk/client-cloudwatch-logs';
import { CreateRoleCommand, GetRoleCommand } from '@aws-sdk/client-iam';
import { CreateFunctionCommand, GetFunctionCommand } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Clients,
  createClients,
  createReadyFunction,
  createReadyRole,
  refusalOf,
  TRUST,
  zipOf,
} from '../clients.fixture.js';
import { matchesArn } from '../policy/evaluate-policies.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.js';
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
      read: await refusalOf(clients.iam.send(new GetRoleCommand({ RoleName: 'hello-dev' }))),
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
        clients.lambda.send(
          new CreateFunctionCommand({
            FunctionName: 'new',
            Role,
            Runtime: 'nodejs24.x',
            Handler: 'index.handler',
            Code: { ZipFile: zipOf(files) },
            ...more,
          }),
        ),
      );
    restrict({
      Effect: 'Allow',
      Action: ['lambda:CreateFunction', 'lambda:GetFunction'],
      Resource: '*',
    });
    const { Tags, TagsError } = await clients.lambda.send(
      new GetFunctionCommand({ FunctionName: 'tagged' }),
    );
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
    expect({
      withoutPassRole,
      passedToOthers,
      tagged,
      accepted: await create({}),
    }).toMatchInlineSnapshot(`
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
      refusalOf(clients.logs.send(new CreateLogGroupCommand({ logGroupName: '/mine' })));
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
