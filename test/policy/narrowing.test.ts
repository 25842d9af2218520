// Narrowed resources are never wrong: whatever the unknown parts of a name turn out to be, the resource that AWS checks is
// among those of the policy. Names are random, split into known and unknown parts, and resolved as AWS does.
import { describe, expect, test } from 'vitest';
import { generated, command, text } from './hand-made-uses.js';
import { sampleOf } from '../support/sample.js';
import { includesArn } from '../../cli/serve/local-cloud/policy/evaluate-policies.js';

/** How a name is passed to an operation, and which ARN AWS then checks. */
type Narrowed = {
  readonly call: string;
  readonly action: string;
  readonly name: (random: Random) => string;
  readonly input: (name: unknown) => unknown;
  /** Returns the ARN of a name, which may already be an ARN. */
  readonly arn: (name: string) => string;
};

/** A small generator, so that a failure can be reproduced. */
type Random = (below: number) => number;

function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

function word(random: Random, characters = 'abcdxyz0189-', length = 3 + random(8)): string {
  return Array.from({ length }, () => characters.charAt(random(characters.length))).join('');
}

const HERE = 'eu-west-1:123456789012';
const ofName =
  (service: string, type: string) =>
  (name: string): string =>
    name.startsWith('arn:') ? name : `arn:aws:${service}:${HERE}:${type}${name}`;
const nameOrArn =
  (service: string, type: string, characters = 'abcdxyz0189-_.') =>
  (random: Random): string => {
    const name = word(random, characters);
    return random(3) === 0 ? `arn:aws:${service}:${HERE}:${type}${name}` : name;
  };

const NARROWED: readonly Narrowed[] = [
  {
    call: 's3 GetObject',
    action: 's3:GetObject',
    name: nameOrAccessPoint,
    input: (Bucket) => ({ Bucket, Key: undefined }),
    arn: (bucket) =>
      bucket.startsWith('arn:') ? `${bucket}/object/a/b.jpg` : `arn:aws:s3:::${bucket}/a/b.jpg`,
  },
  {
    call: 's3 ListObjectsV2',
    action: 's3:ListBucket',
    name: nameOrAccessPoint,
    input: (Bucket) => ({ Bucket }),
    arn: (bucket) => (bucket.startsWith('arn:') ? bucket : `arn:aws:s3:::${bucket}`),
  },
  {
    call: 's3 CopyObject',
    action: 's3:GetObject',
    name: (random) => `${random(2) ? '/' : ''}${word(random)}/${word(random)}/${word(random)}`,
    input: (CopySource) => ({ CopySource, Bucket: 'archive' }),
    arn: (source) => `arn:aws:s3:::${source.replace(/^\//, '')}`,
  },
  ...['GetItem', 'PutItem', 'Query', 'Scan'].map((operation) => ({
    call: `dynamodb ${operation}`,
    action: `dynamodb:${operation}`,
    name: nameOrArn('dynamodb', 'table/'),
    input: (TableName: unknown) => ({ TableName }),
    arn: ofName('dynamodb', 'table/'),
  })),
  {
    call: 'dynamodb Query',
    action: 'dynamodb:Query',
    name: nameOrArn('dynamodb', 'table/'),
    input: (TableName) => ({ TableName, IndexName: undefined }),
    arn: (name) => `${ofName('dynamodb', 'table/')(name)}/index/by-date`,
  },
  {
    call: 'dynamodb TransactWriteItems',
    action: 'dynamodb:PutItem',
    name: nameOrArn('dynamodb', 'table/'),
    input: (TableName) => ({
      TransactItems: [{ Put: { TableName } }, { Delete: { TableName: 'x-1' } }],
    }),
    arn: ofName('dynamodb', 'table/'),
  },
  {
    call: 'sqs SendMessage',
    action: 'sqs:SendMessage',
    name: (random) =>
      `https://sqs.eu-west-1.amazonaws.com/123456789012/${word(random)}${random(2) ? '.fifo' : ''}`,
    input: (QueueUrl) => ({ QueueUrl }),
    arn: (url) => `arn:aws:sqs:${HERE}:${url.split('/').at(-1) ?? ''}`,
  },
  {
    call: 'sns Publish',
    action: 'sns:Publish',
    name: (random) => `arn:aws:sns:${HERE}:${word(random)}`,
    input: (TopicArn) => ({ TopicArn }),
    arn: (arn) => arn,
  },
  {
    call: 'lambda Invoke',
    action: 'lambda:InvokeFunction',
    name: (random) => {
      const starts = ['', '', '123456789012:function:', `arn:aws:lambda:${HERE}:function:`];
      const ends = ['', '', ':live', ':7'];
      return `${starts[random(4)] ?? ''}${word(random, 'abc019_-')}${ends[random(4)] ?? ''}`;
    },
    input: (FunctionName) => ({ FunctionName }),
    arn: (name) => `arn:aws:lambda:${HERE}:function:${name.replace(/^.*:?function:/, '')}`,
  },
  {
    call: 'ssm GetParameter',
    action: 'ssm:GetParameter',
    name: parameterName,
    input: (Name) => ({ Name }),
    arn: (name) => parameterArn(name.replace(/:\d+$/, '')),
  },
  {
    call: 'ssm GetParameters',
    action: 'ssm:GetParameters',
    name: parameterName,
    input: (name) => ({ Names: [name, '/fixed'] }),
    arn: (name) => parameterArn(name.replace(/:\d+$/, '')),
  },
  {
    call: 'ssm GetParametersByPath',
    action: 'ssm:GetParametersByPath',
    name: (random) => `/${word(random, 'abc-')}/${word(random, 'abc-')}${random(2) ? '/' : ''}`,
    input: (Path) => ({ Path }),
    arn: (path) => parameterArn(path.replace(/\/$/, '')),
  },
  {
    call: 'secrets-manager GetSecretValue',
    action: 'secretsmanager:GetSecretValue',
    name: (random) => {
      const name = `${word(random, 'abc/-_')}x`;
      const start = `arn:aws:secretsmanager:${HERE}:secret:`;
      return [name, `${start}${name}`, `${start}${name}-Ab3dEf`][random(3)] ?? name;
    },
    input: (SecretId) => ({ SecretId }),
    arn: (id) => (/-Ab3dEf$/.test(id) ? id : `${ofName('secretsmanager', 'secret:')(id)}-Ab3dEf`),
  },
  {
    call: 'kms Decrypt',
    action: 'kms:Decrypt',
    name: (random) => {
      const id = `${word(random, '0af', 8)}-0000-0000-0000-${word(random, '0af', 12)}`;
      return random(2) ? id : `arn:aws:kms:${HERE}:key/${id}`;
    },
    input: (KeyId) => ({ KeyId }),
    arn: ofName('kms', 'key/'),
  },
  {
    call: 'sfn StartExecution',
    action: 'states:StartExecution',
    name: (random) =>
      `arn:aws:states:${HERE}:stateMachine:${word(random)}${random(3) === 0 ? ':live' : ''}`,
    input: (stateMachineArn) => ({ stateMachineArn }),
    arn: (arn) => arn,
  },
  {
    call: 'eventbridge PutEvents',
    action: 'events:PutEvents',
    name: nameOrArn('events', 'event-bus/'),
    input: (EventBusName) => ({ Entries: [{ EventBusName }, { Source: 'a' }] }),
    arn: ofName('events', 'event-bus/'),
  },
  {
    call: 'kinesis PutRecord',
    action: 'kinesis:PutRecord',
    name: (random) => word(random),
    input: (StreamName) => ({ StreamName }),
    arn: ofName('kinesis', 'stream/'),
  },
  {
    call: 'firehose PutRecord',
    action: 'firehose:PutRecord',
    name: (random) => word(random),
    input: (DeliveryStreamName) => ({ DeliveryStreamName }),
    arn: ofName('firehose', 'deliverystream/'),
  },
  {
    call: 'sts AssumeRole',
    action: 'sts:AssumeRole',
    name: (random) => `arn:aws:iam::123456789012:role/${random(2) ? 'team/' : ''}${word(random)}`,
    input: (RoleArn) => ({ RoleArn }),
    arn: (arn) => arn,
  },
  {
    call: 'cognito-identity-provider AdminGetUser',
    action: 'cognito-idp:AdminGetUser',
    name: (random) => `eu-west-1_${word(random, 'abcXYZ019')}`,
    input: (UserPoolId) => ({ UserPoolId }),
    arn: ofName('cognito-idp', 'userpool/'),
  },
];

/** How many names are created for each operation; a part of them is tried each day. */
const ROUNDS = 400;

describe('the resource that a call touches is among those of the policy', () => {
  test.each(NARROWED)('$call ($action)', (narrowed) => {
    const random = randomOf(narrowed.call.length * 7_919);
    let narrow = 0;
    const names = Array.from({ length: ROUNDS }, () => {
      const name = narrowed.name(random);
      return { name, pieces: cut(name, random) };
    });
    const tried = sampleOf(`names of ${narrowed.call}`, names, 5);
    for (const { name, pieces } of tried) {
      const resources = resourcesOf(narrowed, [text(...pieces)]);
      if (!resources.includes('*')) narrow += 1;
      const given = pieces.map((piece) => piece ?? '?').join('|');
      expect([given, name, resources, includesArn(resources, narrowed.arn(name))]).toEqual([
        given,
        name,
        resources,
        true,
      ]);
    }
    // The test would prove nothing if all were `*`.
    expect(narrow).toBeGreaterThan(0.15 * tried.length);
  });
});

describe('a single occurrence that is not known makes the action `*`', () => {
  test.each(NARROWED)('$call ($action)', (narrowed) => {
    const name = narrowed.name(randomOf(5));
    expect(resourcesOf(narrowed, [name])).not.toContain('*');
    expect(resourcesOf(narrowed, [name, undefined])).toEqual(['*']);
    expect(resourcesOf(narrowed, [text(undefined)])).toEqual(['*']);
  });
});

describe('what is no name narrows nothing', () => {
  const ODD = [
    '',
    '*',
    'a*b',
    'a?b',
    '${aws:username}',
    'a b',
    'arn:aws:x',
    'arn:',
    ':',
    '/',
    '\u00e9',
  ];
  test.each(NARROWED)('$call ($action)', (narrowed) => {
    for (const odd of ODD) {
      // The path `/` contains all parameters.
      if (narrowed.call === 'ssm GetParametersByPath' && odd === '/') continue;
      expect([odd, resourcesOf(narrowed, [odd])]).toEqual([odd, ['*']]);
    }
  });
});

function resourcesOf(
  { call, action, input }: Narrowed,
  names: readonly unknown[],
): readonly string[] {
  const { document } = generated([command(call, ...names.map(input))]);
  const statement = document.Statement.find(({ Action }) => Action.includes(action));
  return statement?.Resource ?? [];
}

/** Splits the name into up to four parts, some of which are unknown; an unknown part may be empty. */
function cut(name: string, random: Random): (string | undefined)[] {
  const places = Array.from({ length: random(4) }, () => random(name.length + 1));
  const edges = [0, ...places.toSorted((left, right) => left - right), name.length];
  return edges.slice(1).map((end, index) => {
    return places.length > 0 && random(2) === 0 ? undefined : name.slice(edges[index], end);
  });
}

function nameOrAccessPoint(random: Random): string {
  const name = word(random, 'abcxyz019-');
  return random(3) === 0 ? `arn:aws:s3:${HERE}:accesspoint/${name}` : name;
}

function parameterName(random: Random): string {
  const version = random(4) === 0 ? ':3' : '';
  const path = `${word(random, 'abc-')}/${word(random, 'abc_.')}`;
  const forms = [word(random, 'abc-'), `/${path}`, `arn:aws:ssm:${HERE}:parameter/${path}`];
  return `${forms[random(3)] ?? ''}${version}`;
}

function parameterArn(name: string): string {
  if (name.startsWith('arn:')) return name;
  return `arn:aws:ssm:${HERE}:parameter${name.startsWith('/') ? '' : '/'}${name}`;
}
