// Determines from names of the SDK which exports and members are operations, and of what kind.
import { operationsOf, OLD_NAMES } from '../../data/policy-data.js';
import type { SdkUseKind } from '../../sdk-use.js';
import { isClientPackage } from './packages.js';

export type OperationName = {
  readonly use: Exclude<SdkUseKind, 'command'>;
  readonly name: string;
  /** True if the operation is not in our table. */
  readonly isDoubtful?: boolean;
};

export const DOCUMENT_PACKAGE = '@aws-sdk/lib-dynamodb';

const DOCUMENT_OPERATIONS: ReadonlySet<string> = new Set(
  'BatchExecuteStatement BatchGet BatchWrite Delete ExecuteStatement ExecuteTransaction Get Put Query Scan TransactGet TransactWrite Update'.split(
    ' ',
  ),
);

/** Returns the operations of a package, including those of the document client. */
export function operationNames(packageName: string): ReadonlySet<string> | undefined {
  const isDocument = packageName === DOCUMENT_PACKAGE || packageName.endsWith('.DocumentClient');
  return isDocument ? DOCUMENT_OPERATIONS : operationsOf(packageName);
}

export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the operation of a command class, for example of `PutObjectCommand`. */
export function commandName(packageName: string, name: string): string | undefined {
  if (!isClientPackage(packageName) || !/^[A-Z]\w*Command$/.test(name)) return undefined;
  return name.slice(0, -'Command'.length);
}

/** Returns the operation that an exported function calls. */
export function exportedOperation(packageName: string, name: string): OperationName | undefined {
  if (!isClientPackage(packageName)) {
    const isLibrary = LIBRARIES[packageName]?.includes(name) === true;
    return isLibrary ? { use: 'library', name } : undefined;
  }
  return sequenceName(name);
}

/** Returns the operation of `paginateX`, `waitUntilX`, and the older `waitForX`. */
function sequenceName(name: string): OperationName | undefined {
  const [, verb, rest] = /^(paginate|waitUntil|waitFor)([A-Z]\w*)$/.exec(name) ?? [];
  if (verb === undefined || rest === undefined) return undefined;
  return { use: verb === 'paginate' ? 'paginator' : 'waiter', name: rest };
}

/** Members of every client that are not operations. */
const CLIENT_MEMBERS: ReadonlySet<string> = new Set(
  'send destroy config middlewareStack initConfig constructor toString hasOwnProperty endpoint apiVersions setupRequestListeners defineService createSet makeUnauthenticatedRequest then catch finally on'.split(
    ' ',
  ),
);

/**
 * Returns the operation of a client's member. A called member that is not a known operation may be an operation of a later SDK.
 */
export function memberOperation(
  client: { readonly package: string; readonly name: string },
  member: string,
  isCalled: boolean,
): OperationName | undefined {
  if (CLIENT_MEMBERS.has(member)) return undefined;
  const library = LIBRARIES[client.package];
  if (library) {
    const name = `${client.name}.${member}`;
    return library.includes(name) ? { use: 'library', name } : undefined;
  }
  const isOld = client.package.startsWith('aws-sdk/');
  if (!isOld && client.name.endsWith('Client')) return undefined;
  const sequence = isOld ? undefined : sequenceName(member);
  if (sequence) return sequence;
  const name = pascalCase(member);
  const use = isOld ? 'v2' : 'method';
  if (operationNames(client.package)?.has(name) === true) return { use, name };
  return isCalled && /^[a-z]\w*$/.test(member) ? { use, name, isDoubtful: true } : undefined;
}

/** Exports and methods of classes that make calls themselves. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  '@aws-sdk/lib-storage': ['Upload'],
  '@aws-sdk/s3-presigned-post': ['createPresignedPost'],
  '@aws-sdk/polly-request-presigner': ['getSynthesizeSpeechUrl'],
  '@aws-sdk/rds-signer': ['Signer'],
  '@aws-sdk/dsql-signer': [
    'DsqlSigner',
    'DsqlSigner.getDbConnectAuthToken',
    'DsqlSigner.getDbConnectAdminAuthToken',
  ],
  '@aws-sdk/credential-providers': ['fromTemporaryCredentials'],
  '@aws-lambda-powertools/parameters/ssm': [
    'getParameter',
    'getParameters',
    'getParametersByName',
    'setParameter',
    'SSMProvider',
    'SSMProvider.get',
    'SSMProvider.getMultiple',
    'SSMProvider.getParametersByName',
    'SSMProvider.set',
  ],
  '@aws-lambda-powertools/parameters/secrets': [
    'getSecret',
    'SecretsProvider',
    'SecretsProvider.get',
  ],
  '@aws-lambda-powertools/parameters/appconfig': [
    'getAppConfig',
    'AppConfigProvider',
    'AppConfigProvider.get',
  ],
  '@aws-lambda-powertools/parameters/appconfig-agent': ['getConfig'],
  '@aws-lambda-powertools/parameters/dynamodb': [
    'DynamoDBProvider',
    'DynamoDBProvider.get',
    'DynamoDBProvider.getMultiple',
  ],
  '@middy/ssm': ['ssm'],
  '@middy/secrets-manager': ['secrets-manager'],
  '@aws-lambda-powertools/idempotency/dynamodb': ['DynamoDBPersistenceLayer'],
};

let oldNames: ReadonlyMap<string, string> | undefined;

/** Returns the class of version 2 that `aws-sdk/clients/<file>` exports. */
export function oldClass(file: string): string {
  oldNames ??= new Map(Object.keys(OLD_NAMES).map((name) => [name.toLowerCase(), name]));
  return oldNames.get(file) ?? file;
}
