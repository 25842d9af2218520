// The document created from uses: its format, what every function has, the base policy, separate functions, the limit.
import { describe, expect, test } from 'vitest';
import { includesArn } from '../../cli/serve/local-cloud/policy/evaluate-policies.js';
import { command, generated, linesOf, useOf } from './hand-made-uses.js';
import type { SdkUse, PolicyDocument } from '../../compiler/policy/sdk-use.js';

test('a statement has an identifier, an effect, a list of actions and a list of resources', () => {
  const { document } = generated([command('sqs ListQueues')]);
  expect(document).toEqual({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'Logs',
        Effect: 'Allow',
        Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
        Resource: ['arn:*:logs:*:*:*'],
      },
      { Sid: 'SQS', Effect: 'Allow', Action: ['sqs:ListQueues'], Resource: ['*'] },
    ],
  });
});

test('the order of the uses does not change a byte', () => {
  const uses = [
    command('s3 GetObject', { Bucket: 'photos' }),
    command('s3 ListObjectsV2', { Bucket: 'photos' }),
    command('sns Publish'),
    command('s3 GetObject', { Bucket: 'albums' }),
  ];
  const text = JSON.stringify(generated(uses).document);
  expect(JSON.stringify(generated(uses.toReversed()).document)).toBe(text);
});

test('identifiers are letters and digits, each once, and stay when another service is added', () => {
  const uses = ['s3 GetObject', 'iot-data-plane Publish', 'cognito-identity-provider ListUsers'];
  const sids = (calls: readonly string[]): readonly string[] =>
    generated(calls.map((call) => command(call))).document.Statement.map(({ Sid }) => Sid);
  expect(sids(uses)).toEqual(['CognitoIdp', 'IOT', 'Logs', 'S3']);
  expect(sids([...uses, 'sqs SendMessage'])).toEqual(['CognitoIdp', 'IOT', 'Logs', 'S3', 'SQS']);
});

describe('functions in a VPC', () => {
  test('may make, describe and delete network interfaces', () => {
    const { document } = generated([], { hasVpc: true });
    expect(linesOf(document)).toEqual([
      'EC2: ec2:AssignPrivateIpAddresses ec2:CreateNetworkInterface ec2:DeleteNetworkInterface ' +
        'ec2:DescribeNetworkInterfaces ec2:DescribeSubnets ec2:UnassignPrivateIpAddresses -> *',
    ]);
  });

  test('and what the code calls of the same service stands with it, once', () => {
    const { document, reasons } = generated([command('ec2 DescribeSubnets')], { hasVpc: true });
    expect(linesOf(document)).toHaveLength(1);
    const asking = reasons.filter(({ action }) => action === 'ec2:DescribeSubnets');
    expect(asking.map(({ because }) => because.kind)).toEqual(['vpc', 'use']);
  });
});

describe('the base policy', () => {
  const base: PolicyDocument = {
    Version: '2012-10-17',
    Statement: [
      { Sid: 'S3', Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['*'] },
      { Sid: '', Effect: 'Deny', Action: ['s3:DeleteObject'], Resource: ['*'] },
    ],
  };

  test('stands behind the generated statements, whose identifiers give way', () => {
    expect(linesOf(generated([command('s3 PutObject')], { base }).document)).toEqual([
      'S32: s3:PutObject -> *',
      'S3: s3:GetObject -> *',
      'Base2: not s3:DeleteObject -> *',
    ]);
  });

  test('is a reason', () => {
    const { reasons } = generated([], { base });
    expect(reasons.filter(({ because }) => because.kind === 'base')).toHaveLength(2);
  });
});

describe('the policy of one function', () => {
  const at = (file: string, call: string, reachedBy?: readonly string[]): SdkUse =>
    useOf('command', call, { file, ...(reachedBy && { reachedBy }) });

  test('holds what its code reaches, and what may run in every function', () => {
    const uses = [
      at('a.ts', 's3 ListObjectsV2', ['resize']),
      at('b.ts', 'sqs SendMessage', ['clean', 'api_handler']),
      at('c.ts', 'sns Publish'),
    ];
    const { document, diagnostics } = generated(uses, { functions: ['resize'] });
    expect(linesOf(document)).toEqual(['S3: s3:ListBucket -> *', 'SNS: sns:Publish -> *']);
    expect(diagnostics).toEqual([]);
  });

  test('holds what the modules call that it reaches, when these are known', () => {
    const uses = {
      uses: [at('a.ts', 's3 ListObjectsV2'), at('b.ts', 'sqs SendMessage')],
      unresolved: [],
      reachedBy: { resize: ['a.ts'] },
    };
    const { document } = generated([], { uses, functions: ['resize'] });
    expect(linesOf(document)).toEqual(['S3: s3:ListBucket -> *']);
  });

  test('holds everything, and says so, when nothing can be told apart', () => {
    const uses = [at('a.ts', 's3 ListObjectsV2'), at('b.ts', 'sqs SendMessage')];
    const { document, diagnostics } = generated(uses, { functions: ['resize'] });
    expect(linesOf(document)).toHaveLength(2);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toMatchInlineSnapshot(`
      [
        "FW4011 According to the source, \`resize\` may make every AWS call in the application, so the policy allows all of them.",
      ]
    `);
  });

  test('is narrowed by its own calls alone', () => {
    const uses = [
      { ...command('s3 GetObject', { Bucket: 'photos' }), reachedBy: ['resize'] },
      { ...command('s3 GetObject'), reachedBy: ['api_handler'] },
    ];
    expect(linesOf(generated(uses, { functions: ['resize'] }).document)).toEqual([
      'S3: s3:GetObject -> arn:*:s3:::photos/*',
    ]);
    expect(linesOf(generated(uses).document)).toEqual(['S3: s3:GetObject -> *']);
  });
});

describe('a policy over the limit of 10,240 characters', () => {
  const table = (index: number): string => `a-table-with-a-rather-long-name-${index}`;
  const uses = [
    ...Array.from({ length: 120 }, (_, index) =>
      command('dynamodb Query', { TableName: table(index) }),
    ),
    command('s3 GetObject', { Bucket: 'photos' }),
  ];

  test('loses the longest list of resources, and says which', () => {
    const { document, diagnostics } = generated(uses);
    expect(JSON.stringify(document).length).toBeLessThanOrEqual(10_240);
    expect(linesOf(document)).toEqual([
      'DynamoDB: dynamodb:Query -> *',
      'S3: s3:GetObject -> arn:*:s3:::photos/*',
    ]);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toMatchInlineSnapshot(`
      [
        "FW4007 \`dynamodb:Query\` is allowed on \`*\`: a policy that listed all resources would exceed the 10,240 characters that AWS allows.",
      ]
    `);
  });

  test('keeps every resource as long as it fits', () => {
    const { document, diagnostics } = generated(uses.slice(0, 40));
    const [statement] = document.Statement;
    expect(statement?.Resource).toHaveLength(80);
    expect(includesArn(statement?.Resource ?? [], `arn:aws:dynamodb:a:1:table/${table(7)}`)).toBe(
      true,
    );
    expect(diagnostics).toEqual([]);
  });

  test('that cannot be shortened is said to be too long', () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      command(`sqs Imagined${index}Operation`),
    );
    const codes = generated(many).diagnostics.map(({ code }) => code);
    expect(codes).toContain('FW4008');
  });
});

test('what was not resolved is a warning at its place', () => {
  const { at } = command('s3 GetObject');
  const unresolved = [
    { kind: 'computed-operation', text: 'client[name]()', package: '@aws-sdk/client-s3', at },
    { kind: 'foreign-package', package: 'electrodb', client: 'DynamoDBClient', at },
    { kind: 'computed-import', text: 'import(name)', at },
    { kind: 'guessed-receiver', text: 'store.getObject', packages: ['@aws-sdk/client-s3'], at },
  ] as const;
  const { diagnostics } = generated([], { uses: { uses: [], unresolved, reachedBy: {} } });
  expect(diagnostics.map(({ code, message, hint }) => `${code} ${message} ${hint ?? ''}`))
    .toMatchInlineSnapshot(`
    [
      "FW4001 The operation of \`@aws-sdk/client-s3\` that \`client[name]()\` calls cannot be determined from the source. Add the required permissions to \`.framework/policy-base.json\`, or name the operation where it is called.",
      "FW4002 \`electrodb\` receives a \`DynamoDBClient\`, but the operations that it calls are unknown. Add the required permissions to \`.framework/policy-base.json\`.",
      "FW4003 The module that \`import(name)\` loads cannot be determined from the source. Write the path as a string literal, or add the permissions that the module needs to \`.framework/policy-base.json\`.",
      "FW4004 The object on which \`store.getObject\` is called cannot be determined; the call is attributed to \`@aws-sdk/client-s3\`. Give the client a type, for example \`client: DynamoDB\`, so that the call can be identified.",
    ]
  `);
});
