// Creates, updates, reads and deletes functions, with their versions and their concurrency.
import { randomUUID } from 'node:crypto';
import { checkRequestSize, readCode } from './code.js';
import {
  type CloudFunction,
  type FunctionBook,
  type FunctionName,
  type LambdaCall,
  type LambdaOperations,
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
import { type Members, failed, integerOf, rangeProblem, textOf } from '../members.js';
import {
  checkMembers,
  conflict,
  invalidParameter,
  notFound,
  readMembers,
  textMapOf,
  textsOf,
  validation,
} from './members.js';
import { checkTags } from './permission-operations.js';

const MEMBERS = `${SETTINGS_MEMBERS} FunctionName! Role! Code:map! Publish:boolean Architectures:texts PackageType
  Tags:text-map`;

const CODE_MEMBERS = 'ZipFile S3Bucket S3Key S3ObjectVersion';

function checkPackageType(members: Members): void {
  const type = textOf(members, 'PackageType') ?? 'Zip';
  if (type === 'Zip') return;
  throw validation(
    failed('packageType', 'satisfy enum value set: [Zip]; this cloud has no images', type),
  );
}

const UPDATE_CODE_MEMBERS = `FunctionName ZipFile S3Bucket S3Key S3ObjectVersion Architectures:texts Publish:boolean
  DryRun:boolean RevisionId`;

export const UPDATE_OPERATIONS: LambdaOperations = {
  CreateFunction: {
    http: 'POST /2015-03-31/functions',
    run: ({ body }, book) => {
      checkRequestSize(body, 'CreateFunction');
      const members = readMembers(body, MEMBERS);
      checkPackageType(members);
      const { name } = readFunctionName(book, textOf(members, 'FunctionName') ?? '');
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
  },
  UpdateFunctionCode: {
    http: 'PUT /2015-03-31/functions/{name}/code',
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
      const isDry = members['DryRun'] === true;
      if (!isDry) owner.latest = next;
      if (isDry || members['Publish'] !== true)
        return ok(describeVersion(book, { owner, version: next }, false));
      const version = publishVersion(owner, next.description);
      return ok(describeVersion(book, { owner, version }, true));
    },
  },
  UpdateFunctionConfiguration: {
    http: 'PUT /2015-03-31/functions/{name}/configuration',
    run: (call, book) => {
      const members = readMembers(call.body, `${SETTINGS_MEMBERS} RevisionId`);
      const owner = updatable(call, book);
      const settings = readSettings(members, owner.latest.settings);
      checkFree(owner, book.clock);
      checkRevision(members, owner.latest, book.clock);
      if (members['Layers'] !== undefined) checkLayers(book, settings.layers);
      // The role is checked again if it changes, or if it needs different permissions.
      if (['Role', 'VpcConfig', 'TracingConfig'].some((name) => members[name] !== undefined))
        checkRole(book, settings);
      const { description } = settings;
      owner.latest = changed(owner.latest, book, { settings, description });
      return ok(describeVersion(book, { owner, version: owner.latest }, false));
    },
  },
};

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

export const READ_OPERATIONS: LambdaOperations = {
  GetFunction: {
    http: 'GET /2015-03-31/functions/{name}',
    run: (call, book) => {
      const name = calledName(call, book);
      const found = findVisible(book, name);
      const { arn, tags, reservedConcurrency } = found.owner;
      // Reading tags requires a separate permission. Without it, the tags are omitted.
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
  },
  GetFunctionConfiguration: {
    http: 'GET /2015-03-31/functions/{name}/configuration',
    run: (call, book) => {
      const name = calledName(call, book);
      return ok(describeVersion(book, findVisible(book, name), name.qualifier !== undefined));
    },
  },
  /** In this cloud, no function has a code signing configuration. */
  GetFunctionCodeSigningConfig: {
    http: 'GET /2020-06-30/functions/{name}/code-signing-config',
    run: (call, book) => {
      const { name } = findVisible(book, calledName(call, book)).owner;
      return ok({ CodeSigningConfigArn: '', FunctionName: name });
    },
  },
  ListFunctions: {
    http: 'GET /2015-03-31/functions',
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
      return ok({ Functions: functions, ...next });
    },
  },
};

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

export const VERSION_OPERATIONS: LambdaOperations = {
  PublishVersion: {
    http: 'POST /2015-03-31/functions/{name}/versions',
    run: (call, book) => {
      const members = readMembers(call.body, 'FunctionName CodeSha256 Description RevisionId');
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
  },
  ListVersionsByFunction: {
    http: 'GET /2015-03-31/functions/{name}/versions',
    run: (call, book) => {
      const owner = findFunction(book, calledName(call, book));
      const { items, next } = page([owner.latest, ...owner.versions], call);
      const versions = items.map((version) => describeVersion(book, { owner, version }, true));
      return ok({ Versions: versions, ...next });
    },
  },
  DeleteFunction: {
    http: 'DELETE /2015-03-31/functions/{name}',
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
  },
};

/** The concurrency of the account, and the part of it that must stay unreserved. */
const ACCOUNT_CONCURRENCY = 1000;
const UNRESERVED_MINIMUM = 100;

export const CONCURRENCY_OPERATIONS: LambdaOperations = {
  PutFunctionConcurrency: {
    http: 'PUT /2017-10-31/functions/{name}/concurrency',
    run: (call, book) => {
      const members = readMembers(call.body, 'FunctionName ReservedConcurrentExecutions:integer!');
      const reserved = integerOf(members, 'ReservedConcurrentExecutions') ?? 0;
      const owner = findFunction(book, calledName(call, book));
      const problem = rangeProblem(members, 'ReservedConcurrentExecutions', [0, Infinity]);
      if (problem !== undefined) throw validation(problem);
      if (ACCOUNT_CONCURRENCY - reservedByOthers(book, owner.name) - reserved < UNRESERVED_MINIMUM)
        throw invalidParameter(
          `Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${UNRESERVED_MINIMUM}].`,
        );
      owner.reservedConcurrency = reserved;
      return ok({ ReservedConcurrentExecutions: reserved });
    },
  },
  GetFunctionConcurrency: {
    http: 'GET /2019-09-30/functions/{name}/concurrency',
    run: (call, book) => {
      const { reservedConcurrency } = findFunction(book, calledName(call, book));
      return ok({ ReservedConcurrentExecutions: reservedConcurrency });
    },
  },
  DeleteFunctionConcurrency: {
    http: 'DELETE /2017-10-31/functions/{name}/concurrency',
    run: (call, book) => {
      findFunction(book, calledName(call, book)).reservedConcurrency = undefined;
      return NO_CONTENT;
    },
  },
};

function reservedByOthers({ functions }: FunctionBook, name: string): number {
  return [...functions.values()]
    .filter((owner) => owner.name !== name)
    .reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0);
}
