// Determines from SDK names which exports and members are operations, and of what kind.
import { operationsOf, OLD_NAMES } from '../../data/policy-data.js';
import type { SdkUseKind } from '../../sdk-use.js';
import { once, wordSet } from '../../../groups.js';

export type OperationName = {
  readonly use: Exclude<SdkUseKind, 'command'>;
  readonly name: string;
  /** True if the operation is not in our table. */
  readonly isDoubtful?: boolean;
};

export const DOCUMENT_PACKAGE = '@aws-sdk/lib-dynamodb';

const DOCUMENT_OPERATIONS = wordSet(
  'BatchExecuteStatement BatchGet BatchWrite Delete ExecuteStatement ExecuteTransaction Get Put Query Scan TransactGet TransactWrite Update',
);

export function operationNames(packageName: string): ReadonlySet<string> | undefined {
  const isDocument = packageName === DOCUMENT_PACKAGE || packageName.endsWith('.DocumentClient');
  return isDocument ? DOCUMENT_OPERATIONS : operationsOf(packageName);
}

export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the operation that a command class, such as `PutObjectCommand`, sends. */
export function commandName(packageName: string, name: string): string | undefined {
  if (!isClientPackage(packageName) || !/^[A-Z]\w*Command$/.test(name)) return undefined;
  return name.slice(0, -'Command'.length);
}

export function exportedOperation(packageName: string, name: string): OperationName | undefined {
  if (isClientPackage(packageName)) return sequenceName(name);
  return LIBRARIES[packageName]?.includes(name) === true ? { use: 'library', name } : undefined;
}

/** Returns the operation in the name of `paginateX`, `waitUntilX`, or the older `waitForX`. */
function sequenceName(name: string): OperationName | undefined {
  const [, verb, rest] = /^(paginate|waitUntil|waitFor)([A-Z]\w*)$/.exec(name) ?? [];
  if (verb === undefined || rest === undefined) return undefined;
  return { use: verb === 'paginate' ? 'paginator' : 'waiter', name: rest };
}

/** Members of every client that are not operations. */
const CLIENT_MEMBERS = wordSet(
  'send destroy config middlewareStack initConfig constructor toString hasOwnProperty endpoint apiVersions setupRequestListeners defineService createSet makeUnauthenticatedRequest then catch finally on',
);

/** A called member that is not a known operation may be an operation of a newer SDK. */
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

/** Exports and methods that make AWS calls themselves. */
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

const oldNames = once(
  () => new Map(Object.keys(OLD_NAMES).map((name) => [name.toLowerCase(), name])),
);

/** Returns the version 2 class that `aws-sdk/clients/<file>` exports. */
export function oldClass(file: string): string {
  return oldNames().get(file) ?? file;
}

// Classifies packages: parts of the SDK, wrappers of clients, and those that do not modify the arguments passed to them.

const SDK =
  /^(?:@aws-sdk\/(?:client-[^/]+(?:\/.*)?|lib-dynamodb(?:\/.*)?|lib-storage(?:\/.*)?|s3-request-presigner|s3-presigned-post|credential-providers|rds-signer|dsql-signer|polly-request-presigner|util-dynamodb)|aws-sdk(?:\/clients\/[^/]+|\/global)?|@aws-lambda-powertools\/(?:parameters|idempotency)(?:\/.*)?|@middy\/(?:ssm|secrets-manager))$/;

/** Tells whether the analysis distinguishes the exports of a package. */
export function isSdkPackage(specifier: string): boolean {
  return SDK.test(specifier);
}

/** Returns the package that a specifier refers to. A file in a package exports the same values as the package. */
export function wholePackage(specifier: string): string {
  const [whole] = /^@aws-sdk\/(?:client-[^/]+|lib-dynamodb|lib-storage)/.exec(specifier) ?? [];
  return whole ?? specifier;
}

/** Tells whether the exports of a package are commands, paginators, waiters and clients. */
export function isClientPackage(specifier: string): boolean {
  return specifier.startsWith('@aws-sdk/client-') || specifier === '@aws-sdk/lib-dynamodb';
}

/** Packages that may receive a client but do not modify the arguments passed to them. */
const HARMLESS =
  /^(?:@aws-sdk\/|@smithy\/|@aws-lambda-powertools\/|aws-xray-sdk|@aws\/|framework(?:\/|$)|pino$|winston$|uuid$|zod$|ulid$|nanoid$)/;

export function isHarmlessPackage(specifier: string): boolean {
  if (HARMLESS.test(specifier)) return true;
  const isBuiltIn = specifier.startsWith('node:') || BUILT_IN.has(specifier);
  return isBuiltIn && !KEEPING.has(specifier.replace(/^node:/, ''));
}

export function isWithoutClients(specifier: string): boolean {
  return (
    isHarmlessPackage(specifier) && !specifier.startsWith('@aws') && !specifier.startsWith('aws')
  );
}

/** Built-in modules that store their arguments and pass them to other code. */
const KEEPING = wordSet('async_hooks diagnostics_channel events process util vm worker_threads');

const BUILT_IN = wordSet(
  'assert buffer child_process crypto dns fs fs/promises http https net os path perf_hooks querystring readline stream stream/promises string_decoder timers timers/promises tls url v8 zlib',
);

/** Tells whether calls to a package may need AWS permissions. An application without such packages needs no analysis. */
export function isAnalysedPackage(specifier: string): boolean {
  return /^(?:@aws-sdk\/|aws-sdk(?:\/|$)|@aws-lambda-powertools\/|@middy\/(?:ssm|secrets-manager)$)/.test(
    specifier,
  );
}
