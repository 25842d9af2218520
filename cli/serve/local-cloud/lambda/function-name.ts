// The identifier of a function in a call: its name, a partial ARN or the full ARN, with or without a qualifier.
import type { CloudFunction, FunctionBook, Version } from './function-book.js';
import { functionArn } from './function-book.js';
import { accessDenied, failed, invalidParameter, notFound, validation } from './refusals.js';

const PATTERN =
  '(arn:(aws[a-zA-Z-]*)?:lambda:)?([a-z]{2}(-gov)?-[a-z]+-\\d{1}:)?(\\d{12}:)?(function:)?([a-zA-Z0-9-_]+)(:(\\$LATEST|[a-zA-Z0-9-_]+))?';
const NAME =
  /^(?:arn:aws[a-zA-Z-]*:lambda:)?(?:([a-z]{2}(?:-gov)?-[a-z]+-\d):)?(?:(\d{12}):)?(?:function:)?([a-zA-Z0-9-_]+)(?::(\$LATEST|[a-zA-Z0-9-_]+))?$/;

export type FunctionName = { readonly name: string; readonly qualifier: string | undefined };

/** Reads the encoded `{FunctionName}` of a path; `qualifier` comes from the query. */
export function readFunctionName(
  book: Pick<FunctionBook, 'account' | 'region'>,
  given: string,
  qualifier?: string | null,
): FunctionName {
  const text = decodeURIComponent(given);
  const parts = NAME.exec(text);
  const [, region = book.region, account = book.account, name = '', inName] = parts ?? [];
  const problems: string[] = [];
  if (!parts)
    problems.push(
      failed(text, 'functionName', `Member must satisfy regular expression pattern: ${PATTERN}`),
    );
  if (name.length > 64)
    problems.push(failed(text, 'functionName', 'Member must have length less than or equal to 64'));
  if (qualifier && !/^(?:[a-zA-Z0-9$_-]{1,128})$/.test(qualifier))
    problems.push(
      failed(
        qualifier,
        'qualifier',
        'Member must satisfy regular expression pattern: (|[a-zA-Z0-9$_-]+)',
      ),
    );
  if (problems.length > 0) throw validation(problems);
  if (region !== book.region)
    throw notFound(
      `Functions from '${region}' are not reachable in this region ('${book.region}')`,
    );
  if (account !== book.account)
    throw accessDenied(`User is not authorized to perform this on resource: ${text}`);
  if (qualifier && inName && qualifier !== inName)
    throw invalidParameter(
      'The derived qualifier from the function name does not match the specified qualifier.',
    );
  return { name, qualifier: qualifier ?? inName };
}

export function findFunction(book: FunctionBook, { name, qualifier }: FunctionName): CloudFunction {
  const found = book.functions.get(name);
  if (found) return found;
  const arn = functionArn(book, name);
  throw notFound(`Function not found: ${qualifier === undefined ? arn : `${arn}:${qualifier}`}`);
}

export function findVersion(
  book: FunctionBook,
  name: FunctionName,
): { readonly owner: CloudFunction; readonly version: Version } {
  const owner = findFunction(book, name);
  const { qualifier = '$LATEST' } = name;
  if (qualifier === '$LATEST') return { owner, version: owner.latest };
  const version = owner.versions.find(({ version: number }) => number === qualifier);
  if (!version) throw notFound(`Function not found: ${owner.arn}:${qualifier}`);
  return { owner, version };
}
