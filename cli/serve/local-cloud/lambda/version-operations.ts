// Publishes and lists versions; deletes a version or the whole function.
import { describeVersion } from './describe-function.js';
import { findFunction } from './function-name.js';
import { readMembers, textOf } from './members.js';
import { calledName, type LambdaOperation, NO_CONTENT, ok, page } from './operation.js';
import { checkFree, checkRevision } from './preconditions.js';
import { publishVersion } from './publish-version.js';
import { invalidParameter, notFound } from './refusals.js';

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
