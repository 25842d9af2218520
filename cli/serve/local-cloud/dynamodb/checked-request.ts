// Validates item requests with dynalite, which uses the service's messages, and validates keys.
import batchGetItem from 'dynalite/validations/batchGetItem.js';
import batchWriteItem from 'dynalite/validations/batchWriteItem.js';
import createTable from 'dynalite/validations/createTable.js';
import deleteItem from 'dynalite/validations/deleteItem.js';
import getItem from 'dynalite/validations/getItem.js';
import validations from 'dynalite/validations/index.js';
import putItem from 'dynalite/validations/putItem.js';
import query from 'dynalite/validations/query.js';
import scan from 'dynalite/validations/scan.js';
import updateItem from 'dynalite/validations/updateItem.js';
import { invalid } from '../json-service.js';
import { isMembers, type Members, textOf } from '../members.js';
import type { Call, KeyCondition, Path, Update } from './expressions.js';
import type { AttributeValue, Item } from './table-store.js';

type CheckedName =
  | 'CreateTable'
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query'
  | 'Scan'
  | 'BatchGetItem'
  | 'BatchWriteItem';

const CHECKS: Readonly<Record<CheckedName, typeof putItem>> = {
  CreateTable: createTable,
  GetItem: getItem,
  PutItem: putItem,
  UpdateItem: updateItem,
  DeleteItem: deleteItem,
  Query: query,
  Scan: scan,
  BatchGetItem: batchGetItem,
  BatchWriteItem: batchWriteItem,
};

type Parsed<Content> = Content & { readonly nestedPaths: unknown; readonly pathHeads: object };

export type CheckedRequest = {
  /** The name of the table, or its ARN. */
  readonly TableName: string;
  readonly Key: Item;
  readonly Item?: Item;
  readonly AttributeUpdates?: Readonly<
    Record<string, { readonly Action?: string; readonly Value?: AttributeValue }>
  >;
  readonly Expected?: object;
  readonly QueryFilter?: object;
  readonly ScanFilter?: object;
  readonly ConditionalOperator?: string;
  readonly ReturnValues?: string;
  readonly AttributesToGet?: readonly string[];
  readonly IndexName?: string;
  readonly Select?: string;
  readonly Limit?: number;
  readonly Segment?: number;
  readonly TotalSegments?: number;
  readonly ExclusiveStartKey?: Item;
  readonly ScanIndexForward?: boolean;
  readonly KeyConditions: Readonly<Record<string, KeyCondition>>;
  readonly _condition?: Parsed<{ readonly expression: Call }>;
  readonly _filter?: Parsed<{ readonly expression: Call }>;
  readonly _projection?: Parsed<{ readonly paths: readonly Path[] }>;
  readonly _updates?: Parsed<{
    readonly sections: readonly Update[];
    readonly paths: readonly Path[];
  }>;
  readonly RequestItems: Readonly<Record<string, TableRequest>>;
  readonly isConsistent: boolean;
  /** The kind of consumed capacity that the response reports. */
  readonly capacity: 'NONE' | 'TOTAL' | 'INDEXES';
  /** True if the error contains an item that does not meet the condition. */
  readonly showsFailed: boolean;
};

/** For `BatchGetItem`, an object with keys; for `BatchWriteItem`, a list. This type has the members of both. */
type TableRequest = Pick<CheckedRequest, 'AttributesToGet' | '_projection'> &
  readonly {
    readonly PutRequest?: { readonly Item: Item };
    readonly DeleteRequest?: { readonly Key: Item };
  }[] & { readonly Keys?: readonly Item[]; readonly ConsistentRead?: boolean };

const LARGEST = { options: { maxItemSize: 409_600 } };

export function checkedRequest(called: CheckedName, members: Members): CheckedRequest {
  const { types, custom } = CHECKS[called];
  const table = textOf(members, 'TableName');
  const name = table?.startsWith('arn:') ? table.split('/')[1] : table;
  const given = { ...members, ...(table !== undefined && { TableName: name ?? '' }) };
  try {
    const data = validations.checkTypes(given, types);
    validations.checkValidations(data, types, custom, LARGEST);
    const capacity = textOf(members, 'ReturnConsumedCapacity') ?? 'NONE';
    const isConsistent = members['ConsistentRead'] === true;
    const showsFailed = members['ReturnValuesOnConditionCheckFailure'] === 'ALL_OLD';
    // because dynalite has checked the types
    return { ...data, TableName: table, isConsistent, capacity, showsFailed } as CheckedRequest;
  } catch (error) {
    throw refusalOf(error);
  }
}

export function refuse(problem: Error | null | undefined): void {
  if (problem) throw refusalOf(problem);
}

/** Converts an error from dynalite to an error of the service; any other error is a bug. */
function refusalOf(error: unknown): unknown {
  const body: unknown = error instanceof Error && 'body' in error ? error.body : undefined;
  if (!isMembers(body)) return error;
  const text = textOf(body, 'message') ?? textOf(body, 'Message') ?? '';
  return invalid(text, textOf(body, '__type')?.split('#').at(-1));
}
