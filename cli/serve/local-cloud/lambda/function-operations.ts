// Functions: creating, changing, reading and deleting them, with their versions and their concurrency.
import { randomUUID } from 'node:crypto';
import { checkRequestSize, readCode } from './code.js';
import {
  type CloudFunction,
  type FunctionBook,
  type FunctionName,
  type LambdaCall,
  type LambdaOperation,
  NO_CONTENT,
  type Version,
  beginChange,
  calledName,
  checkFree,
  checkRevision,
  describeVersion,
  findFunction,
  findVersion,
  functionArn,
  isVisible,
  ok,
  page,
  publishVersion,
  readFunctionName,
} from './function-book.js';
import { SETTINGS_MEMBERS, checkCaller, checkLayers, checkRole, readSettings } from './settings.js';
import {
  type MemberKind,
  type Members,
  checkMembers,
  conflict,
  failed,
  integerOf,
  invalidParameter,
  notFound,
  readMembers,
  textMapOf,
  textOf,
  textsOf,
  validation,
} from './members.js';
import { checkTags } from './tag-operations.js';

const MEMBERS: Readonly<Record<string, MemberKind>> = {
  ...SETTINGS_MEMBERS,
  Code: 'structure',
  Publish: 'boolean',
  Architectures: 'texts',
  PackageType: 'text',
  Tags: 'text-map',
};

const CODE_MEMBERS: Readonly<Record<string, MemberKind>> = {
  ZipFile: 'text',
  S3Bucket: 'text',
  S3Key: 'text',
  S3ObjectVersion: 'text',
};

export const createFunction: LambdaOperation = {
  name: 'CreateFunction',
  method: 'POST',
  path: '/2015-03-31/functions',
  isWrite: true,
  run: ({ body }, book) => {
    checkRequestSize(body, 'CreateFunction');
    const members = readMembers(body, MEMBERS, ['FunctionName', 'Role', 'Code']);
    checkPackageType(members);
    const { name } = readFunctionName(
      book,
      encodeURIComponent(textOf(members, 'FunctionName') ?? ''),
    );
    const settings = readSettings(members);
    const code = readCode(checkMembers(members['Code'], CODE_MEMBERS));
    const tags = textMapOf(members, 'Tags') ?? {};
    checkTags(tags);
    const arn = functionArn(book, name);
    if (Object.keys(tags).length > 0) checkCaller(book, 'lambda:TagResource', arn);
    if (book.functions.has(name)) throw conflict(`Function already exist: ${name}`);
    checkLayers(book, settings.layers);
    checkRole(book, settings);
    const latest: Version = {
      version: '$LATEST',
      description: settings.description,
      settings,
      code,
      change: beginChange('creating', book.clock),
      revision: randomUUID(),
      modifiedAt: book.clock.now(),
    };
    const isPublished = members['Publish'] === true;
    const first: Version = { ...latest, version: '1', revision: randomUUID() };
    const owner: CloudFunction = {
      name,
      arn,
      createdAt: book.clock.now(),
      latest,
      versions: isPublished ? [first] : [],
      nextVersion: isPublished ? 2 : 1,
      tags: new Map(Object.entries(tags)),
      reservedConcurrency: undefined,
      policies: new Map(),
    };
    book.functions.set(name, owner);
    const version = isPublished ? first : latest;
    return ok(describeVersion(book, { owner, version }, isPublished), 201);
  },
};

function checkPackageType(members: Members): void {
  const type = textOf(members, 'PackageType') ?? 'Zip';
  if (type === 'Zip') return;
  throw validation([
    failed(
      type,
      'packageType',
      'Member must satisfy enum value set: [Zip]; this cloud has no images',
    ),
  ]);
}

const UPDATE_CODE_MEMBERS: Readonly<Record<string, MemberKind>> = {
  FunctionName: 'text',
  ZipFile: 'text',
  S3Bucket: 'text',
  S3Key: 'text',
  S3ObjectVersion: 'text',
  Architectures: 'texts',
  Publish: 'boolean',
  DryRun: 'boolean',
  RevisionId: 'text',
};

const updateFunctionCode: LambdaOperation = {
  name: 'UpdateFunctionCode',
  method: 'PUT',
  path: '/2015-03-31/functions/{name}/code',
  isWrite: true,
  run: (call, book) => {
    checkRequestSize(call.body, 'UpdateFunctionCode');
    const members = readMembers(call.body, UPDATE_CODE_MEMBERS);
    const owner = updatable(call, book);
    const code = readCode(members);
    const { settings } = owner.latest;
    const [architecture = settings.architecture] = textsOf(members, 'Architectures') ?? [];
    readSettings(members, settings);
    checkFree(owner, book.clock);
    checkRevision(members, owner.latest, book.clock);
    const next = changed(owner.latest, book, { code, settings: { ...settings, architecture } });
    if (members['DryRun'] === true)
      return ok(describeVersion(book, { owner, version: next }, false));
    owner.latest = next;
    if (members['Publish'] !== true)
      return ok(describeVersion(book, { owner, version: next }, false));
    const version = publishVersion(owner, next.description);
    return ok(describeVersion(book, { owner, version }, true));
  },
};

const updateFunctionConfiguration: LambdaOperation = {
  name: 'UpdateFunctionConfiguration',
  method: 'PUT',
  path: '/2015-03-31/functions/{name}/configuration',
  isWrite: true,
  run: (call, book) => {
    const members = readMembers(call.body, { ...SETTINGS_MEMBERS, RevisionId: 'text' });
    const owner = updatable(call, book);
    const settings = readSettings(members, owner.latest.settings);
    checkFree(owner, book.clock);
    checkRevision(members, owner.latest, book.clock);
    if (members['Layers'] !== undefined) checkLayers(book, settings.layers);
    if (needsRole(members)) checkRole(book, settings);
    const { description } = settings;
    owner.latest = changed(owner.latest, book, { settings, description });
    return ok(describeVersion(book, { owner, version: owner.latest }, false));
  },
};

export const UPDATE_OPERATIONS: readonly LambdaOperation[] = [
  updateFunctionCode,
  updateFunctionConfiguration,
];

/** The role is checked again if it changes, or if it needs different permissions. */
function needsRole(members: Members): boolean {
  return ['Role', 'VpcConfig', 'TracingConfig'].some((name) => members[name] !== undefined);
}

function updatable(call: LambdaCall, book: FunctionBook): CloudFunction {
  return findFunction(book, calledName(call, book));
}

function changed(version: Version, { clock }: FunctionBook, change: Partial<Version>): Version {
  return {
    ...version,
    ...change,
    change: beginChange('updating', clock),
    revision: randomUUID(),
    modifiedAt: clock.now(),
  };
}

const getFunction: LambdaOperation = {
  name: 'GetFunction',
  method: 'GET',
  path: '/2015-03-31/functions/{name}',
  isWrite: false,
  run: (call, book) => {
    const name = calledName(call, book);
    const found = findVisible(book, name);
    const { arn, tags, reservedConcurrency } = found.owner;
    // Tags need a permission of their own; without it they are omitted.
    const denial = book.caller.denial({ action: 'lambda:ListTags', resource: arn });
    return ok({
      Configuration: describeVersion(book, found, name.qualifier !== undefined),
      Code: { RepositoryType: 'S3', Location: book.codeUrl(found.version.code) },
      ...(denial === undefined
        ? tags.size > 0 && { Tags: Object.fromEntries(tags) }
        : { TagsError: { ErrorCode: 'AccessDeniedException', Message: denial } }),
      ...(reservedConcurrency !== undefined && {
        Concurrency: { ReservedConcurrentExecutions: reservedConcurrency },
      }),
    });
  },
};

const getFunctionConfiguration: LambdaOperation = {
  name: 'GetFunctionConfiguration',
  method: 'GET',
  path: '/2015-03-31/functions/{name}/configuration',
  isWrite: false,
  run: (call, book) => {
    const name = calledName(call, book);
    return ok(describeVersion(book, findVisible(book, name), name.qualifier !== undefined));
  },
};

/** No function has a code signing configuration. */
const getFunctionCodeSigningConfig: LambdaOperation = {
  name: 'GetFunctionCodeSigningConfig',
  method: 'GET',
  path: '/2020-06-30/functions/{name}/code-signing-config',
  isWrite: false,
  run: (call, book) => {
    const { name } = findVisible(book, calledName(call, book)).owner;
    return ok({ CodeSigningConfigArn: '', FunctionName: name });
  },
};

const listFunctions: LambdaOperation = {
  name: 'ListFunctions',
  method: 'GET',
  path: '/2015-03-31/functions',
  isWrite: false,
  run: (call, book) => {
    const isAll = call.query.get('FunctionVersion') === 'ALL';
    const rows = [...book.functions.values()]
      .filter((owner) => isVisible(owner, book))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((owner) =>
        (isAll ? [owner.latest, ...owner.versions] : [owner.latest]).map((version) => ({
          owner,
          version,
        })),
      );
    const { items, next } = page(rows, call);
    // Lists omit the progress of a change.
    const functions = items.map((row) => withoutProgress(describeVersion(book, row, isAll)));
    return ok({ Functions: functions, ...(next !== undefined && { NextMarker: next }) });
  },
};

export const READ_OPERATIONS: readonly LambdaOperation[] = [
  getFunction,
  getFunctionConfiguration,
  getFunctionCodeSigningConfig,
  listFunctions,
];

function findVisible(book: FunctionBook, name: FunctionName): ReturnType<typeof findVersion> {
  const found = findVersion(book, name);
  if (isVisible(found.owner, book)) return found;
  throw notFound(`Function not found: ${found.owner.arn}`);
}

const PROGRESS = /^(?:State|LastUpdate)/;

function withoutProgress(
  description: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(description).filter(([name]) => !PROGRESS.test(name)));
}

const publish: LambdaOperation = {
  name: 'PublishVersion',
  method: 'POST',
  path: '/2015-03-31/functions/{name}/versions',
  isWrite: true,
  run: (call, book) => {
    const members = readMembers(call.body, {
      FunctionName: 'text',
      CodeSha256: 'text',
      Description: 'text',
      RevisionId: 'text',
    });
    const owner = findFunction(book, calledName(call, book));
    checkFree(owner, book.clock);
    checkRevision(members, owner.latest, book.clock);
    const { sha256 } = owner.latest.code;
    const expected = textOf(members, 'CodeSha256');
    if (expected !== undefined && expected !== '' && expected !== sha256)
      throw invalidParameter(
        `CodeSHA256 (${expected}) is different from current CodeSHA256 in $LATEST (${sha256}). Please try again with the CodeSHA256 in $LATEST.`,
      );
    const description = textOf(members, 'Description') ?? owner.latest.description;
    const version = publishVersion(owner, description);
    return ok(describeVersion(book, { owner, version }, true), 201);
  },
};

const listVersions: LambdaOperation = {
  name: 'ListVersionsByFunction',
  method: 'GET',
  path: '/2015-03-31/functions/{name}/versions',
  isWrite: false,
  run: (call, book) => {
    const owner = findFunction(book, calledName(call, book));
    const { items, next } = page([owner.latest, ...owner.versions], call);
    const versions = items.map((version) => describeVersion(book, { owner, version }, true));
    return ok({ Versions: versions, ...(next !== undefined && { NextMarker: next }) });
  },
};

const deleteFunction: LambdaOperation = {
  name: 'DeleteFunction',
  method: 'DELETE',
  path: '/2015-03-31/functions/{name}',
  isWrite: true,
  run: (call, book) => {
    const name = calledName(call, book);
    const owner = findFunction(book, name);
    const { qualifier } = name;
    if (qualifier === '$LATEST')
      throw invalidParameter('$LATEST version cannot be deleted without deleting the function.');
    if (qualifier === undefined) {
      book.functions.delete(owner.name);
      book.forget(owner.arn);
      return NO_CONTENT;
    }
    const rest = owner.versions.filter(({ version }) => version !== qualifier);
    if (rest.length === owner.versions.length)
      throw notFound(`Function not found: ${owner.arn}:${qualifier}`);
    owner.versions = rest;
    owner.policies.delete(qualifier);
    return NO_CONTENT;
  },
};

export const VERSION_OPERATIONS: readonly LambdaOperation[] = [
  publish,
  listVersions,
  deleteFunction,
];

/** The concurrency of the account, and the part that must stay unreserved. */
const ACCOUNT_CONCURRENCY = 1000;
const UNRESERVED_MINIMUM = 100;

const putConcurrency: LambdaOperation = {
  name: 'PutFunctionConcurrency',
  method: 'PUT',
  path: '/2017-10-31/functions/{name}/concurrency',
  isWrite: true,
  run: (call, book) => {
    const members = readMembers(
      call.body,
      { FunctionName: 'text', ReservedConcurrentExecutions: 'integer' },
      ['ReservedConcurrentExecutions'],
    );
    const reserved = integerOf(members, 'ReservedConcurrentExecutions') ?? 0;
    const owner = findFunction(book, calledName(call, book));
    if (reserved < 0)
      throw validation([
        failed(
          reserved,
          'reservedConcurrentExecutions',
          'Member must have value greater than or equal to 0',
        ),
      ]);
    if (ACCOUNT_CONCURRENCY - reservedByOthers(book, owner.name) - reserved < UNRESERVED_MINIMUM)
      throw invalidParameter(
        `Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${UNRESERVED_MINIMUM}].`,
      );
    owner.reservedConcurrency = reserved;
    return ok({ ReservedConcurrentExecutions: reserved });
  },
};

const getConcurrency: LambdaOperation = {
  name: 'GetFunctionConcurrency',
  method: 'GET',
  path: '/2019-09-30/functions/{name}/concurrency',
  isWrite: false,
  run: (call, book) => {
    const { reservedConcurrency } = findFunction(book, calledName(call, book));
    if (reservedConcurrency === undefined) return ok({});
    return ok({ ReservedConcurrentExecutions: reservedConcurrency });
  },
};

const deleteConcurrency: LambdaOperation = {
  name: 'DeleteFunctionConcurrency',
  method: 'DELETE',
  path: '/2017-10-31/functions/{name}/concurrency',
  isWrite: true,
  run: (call, book) => {
    findFunction(book, calledName(call, book)).reservedConcurrency = undefined;
    return NO_CONTENT;
  },
};

export const CONCURRENCY_OPERATIONS: readonly LambdaOperation[] = [
  putConcurrency,
  getConcurrency,
  deleteConcurrency,
];

function reservedByOthers({ functions }: FunctionBook, name: string): number {
  return [...functions.values()]
    .filter((owner) => owner.name !== name)
    .reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0);
}
