// The operations that read functions.
import { describeVersion } from './describe-function.js';
import { type FunctionBook, isVisible } from './function-book.js';
import { findVersion, type FunctionName } from './function-name.js';
import { calledName, type LambdaOperation, ok, page } from './operation.js';
import { notFound } from './refusals.js';

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
