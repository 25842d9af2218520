// Reserved concurrency.
import type { FunctionBook } from './function-book.js';
import { findFunction } from './function-name.js';
import { integerOf, readMembers } from './members.js';
import { calledName, type LambdaOperation, NO_CONTENT, ok } from './operation.js';
import { failed, invalidParameter, validation } from './refusals.js';

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
