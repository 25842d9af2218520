// The calls that libraries make with the clients. There is a row for each export, with separate rows for a class and its
// methods. An export with an empty row makes no calls. A library without rows is unknown.
import { FRAMEWORK } from '../../modules/resolve-specifier.js';
import {
  argumentAt,
  isGiven,
  objectOf,
  textsOf,
  valueAt,
  type InputValue,
  type SdkUse,
  type Call,
  type TextPattern,
} from '../sdk-use.js';

type Reader = (input: InputValue) => readonly Call[];

const LIBRARIES: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  '@aws-sdk/lib-dynamodb': {
    DynamoDBDocument: nothing,
    DynamoDBDocumentClient: nothing,
    paginatedBatchGet: (input) => [
      { client: 'dynamodb', operation: 'BatchGetItem', input: argumentAt(input, 1) },
    ],
  },
  '@aws-sdk/lib-storage': { Upload: (input) => uploadWithTags(argumentAt(input, 0)) },
  '@aws-sdk/s3-presigned-post': {
    createPresignedPost: (input) => presignedPost(argumentAt(input, 1)),
  },
  // The commands that are signed count as separate uses.
  '@aws-sdk/s3-request-presigner': { getSignedUrl: nothing, S3RequestPresigner: nothing },
  '@aws-sdk/polly-request-presigner': {
    getSynthesizeSpeechUrl: calling('polly', 'SynthesizeSpeech'),
  },
  '@aws-sdk/rds-signer': { Signer: calling('rds-signer', 'GetAuthToken') },
  '@aws-sdk/dsql-signer': {
    DsqlSigner: nothing,
    'DsqlSigner.getDbConnectAuthToken': calling('dsql-signer', 'GetDbConnectAuthToken'),
    'DsqlSigner.getDbConnectAdminAuthToken': calling('dsql-signer', 'GetDbConnectAdminAuthToken'),
    getDbConnectAuthToken: calling('dsql-signer', 'GetDbConnectAuthToken'),
    getDbConnectAdminAuthToken: calling('dsql-signer', 'GetDbConnectAdminAuthToken'),
  },
  '@aws-sdk/credential-providers': {
    fromTemporaryCredentials: (input) => [
      {
        client: 'sts',
        operation: 'AssumeRole',
        input: valueAt(argumentAt(input, 0), 'params'),
      },
    ],
  },
  // The names include the stage's path, which `withParameterPath` adds.
  [FRAMEWORK]: { secret: parameter('GetParameter'), parameter: parameter('GetParameter') },
  '@aws-lambda-powertools/parameters/ssm': {
    getParameter: parameter('GetParameter'),
    getParameters: parameter('GetParametersByPath', 'Path'),
    getParametersByName: parametersByName,
    setParameter: parameter('PutParameter'),
    SSMProvider: nothing,
    'SSMProvider.get': parameter('GetParameter'),
    'SSMProvider.getMultiple': parameter('GetParametersByPath', 'Path'),
    'SSMProvider.getParametersByName': parametersByName,
    'SSMProvider.set': parameter('PutParameter'),
  },
  '@aws-lambda-powertools/parameters/secrets': {
    getSecret: secret,
    SecretsProvider: nothing,
    'SecretsProvider.get': secret,
  },
  '@aws-lambda-powertools/parameters/appconfig': {
    getAppConfig: configuration,
    AppConfigProvider: nothing,
    'AppConfigProvider.get': configuration,
  },
  '@aws-lambda-powertools/parameters/appconfig-agent': { getConfig: configuration },
  '@aws-lambda-powertools/parameters/dynamodb': {
    DynamoDBProvider: nothing,
    'DynamoDBProvider.get': calling('dynamodb', 'GetItem'),
    'DynamoDBProvider.getMultiple': calling('dynamodb', 'Query'),
  },
  '@middy/ssm': { ssm: (input) => fetchedBy(input).flatMap(fetchedParameter) },
  '@middy/secrets-manager': {
    'secrets-manager': (input) => [
      ...fetchedBy(input).map(secretValue),
      ...(isGiven(argumentAt(input, 0), 'fetchRotationDate')
        ? [call('secrets-manager', 'DescribeSecret', { SecretId: { kind: 'unknown' } })]
        : []),
    ],
  },
  '@aws-lambda-powertools/idempotency/dynamodb': {
    DynamoDBPersistenceLayer: (input) =>
      ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'].map((operation) =>
        call('dynamodb', operation, { TableName: valueAt(argumentAt(input, 0), 'tableName') }),
      ),
  },
};

/** Returns the calls that a use of a library makes; undefined if it has no row. */
export function libraryCalls(use: SdkUse, input: InputValue): readonly Call[] | undefined {
  const rows = Object.hasOwn(LIBRARIES, use.package) ? LIBRARIES[use.package] : undefined;
  if (rows === undefined || !Object.hasOwn(rows, use.name)) return undefined;
  return rows[use.name]?.(input);
}

function nothing(): readonly Call[] {
  return [];
}

function call(client: string, operation: string, input: Parameters<typeof objectOf>[0]): Call {
  return { client, operation, input: objectOf(input) };
}

function secretValue(SecretId: InputValue): Call {
  return call('secrets-manager', 'GetSecretValue', { SecretId });
}

function calling(client: string, operation: string): Reader {
  return () => [{ client, operation, input: { kind: 'unknown' } }];
}

/** Adds `tags`, which is an option of `Upload` and not one of its parameters. */
function uploadWithTags(options: InputValue): readonly Call[] {
  const input = valueAt(options, 'params');
  const isTagged = isGiven(options, 'tags');
  return [
    ...upload(input),
    ...(isTagged ? [{ client: 's3', operation: 'PutObjectTagging', input }] : []),
  ];
}

/** A known name is a literal, so other code cannot have changed it. An unknown name stands for any parameter of the stage. */
export function withParameterPath(uses: readonly SdkUse[], path: string): readonly SdkUse[] {
  return uses.map((use) => {
    if (use.package !== FRAMEWORK) return use;
    const inputs = use.inputs.map((input): InputValue => {
      const given = argumentAt(
        input.kind === 'unknown' && input.written ? input.written : input,
        0,
      );
      const names = textsOf(given) ?? [[undefined]];
      const name: InputValue = { kind: 'text', values: names.map((pieces) => [path, ...pieces]) };
      return { kind: 'list', items: [name], isOpen: false };
    });
    return { ...use, inputs };
  });
}

function parameter(operation: string, member: 'Name' | 'Path' = 'Name'): Reader {
  return (input) => [call('ssm', operation, { [member]: argumentAt(input, 0) })];
}

/** Returns the calls that Powertools makes. Depending on its options, it reads the parameters separately or together. */
function parametersByName(input: InputValue): readonly Call[] {
  const names = argumentAt(input, 0);
  const isKnown = names.kind === 'object' && !names.isOpen;
  const items = isKnown
    ? Object.keys(names.entries).map((name) => ({ kind: 'text', values: [[name]] }) as const)
    : [];
  const Names: InputValue = { kind: 'list', items, isOpen: !isKnown };
  return [
    call('ssm', 'GetParameters', { Names }),
    // Each parameter may also be read separately, with `GetParameter`.
    ...(isKnown ? items : [names]).map((Name) => call('ssm', 'GetParameter', { Name })),
  ];
}

/** Returns the parameter names that a Middy middleware fetches. */
function fetchedBy(input: InputValue): readonly InputValue[] {
  const data = valueAt(argumentAt(input, 0), 'fetchData');
  if (data.kind === 'absent') return [];
  const isKnown = data.kind === 'object' && !data.isOpen;
  return isKnown ? Object.values(data.entries) : [{ kind: 'unknown' }];
}

/** Returns the calls that are made for a parameter name. A name that ends with a slash is a path. */
function fetchedParameter(name: InputValue): readonly Call[] {
  const texts = textsOf(name);
  const isPath = (pieces: TextPattern): boolean => pieces.at(-1)?.endsWith('/') === true;
  const Names: InputValue = { kind: 'list', items: [name], isOpen: false };
  const byName = call('ssm', 'GetParameters', { Names });
  const byPath = call('ssm', 'GetParametersByPath', { Path: name });
  if (texts?.every(isPath)) return [byPath];
  return texts?.some(isPath) === false && texts.every((pieces) => pieces.at(-1) !== undefined)
    ? [byName]
    : [byName, byPath];
}

function secret(input: InputValue): readonly Call[] {
  return [secretValue(argumentAt(input, 0))];
}

function configuration(): readonly Call[] {
  return ['StartConfigurationSession', 'GetLatestConfiguration'].map((operation) => ({
    client: 'appconfigdata',
    operation,
    input: { kind: 'unknown' },
  }));
}

/** Returns the calls of an upload. A failed multipart upload is aborted, so that its parts incur no cost. */
export function upload(input: InputValue): readonly Call[] {
  return [
    { client: 's3', operation: 'PutObject', input },
    { client: 's3', operation: 'AbortMultipartUpload', input },
  ];
}

export function presignedPost(input: InputValue): readonly Call[] {
  return [{ client: 's3', operation: 'PutObject', input }];
}
