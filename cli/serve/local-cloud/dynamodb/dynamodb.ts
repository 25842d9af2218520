// DynamoDB and DynamoDB Streams: JSON 1.0. The item operations are loaded at the first call.
import { type JsonOperations, jsonService } from '../json-service.js';
import { isMembers, type Members, textOf, listOf } from '../members.js';
import type { Right, Service } from '../service.js';
import { STREAM_OPERATIONS } from './stream-operations.js';
import { TABLE_OPERATIONS } from './table-operations.js';
import { arnIn, arnOf, tablesIn, type TableStore } from './table-store.js';

const ANSWERED = 'ReturnConsumedCapacity';
const NAMED = `${ANSWERED} TableName ExpressionAttributeNames:map`;
const READ = `${NAMED} AttributesToGet:list ConsistentRead:boolean ProjectionExpression`;
const CHANGED = `${NAMED} ConditionExpression ConditionalOperator Expected:map
  ExpressionAttributeValues:map ReturnItemCollectionMetrics ReturnValues
  ReturnValuesOnConditionCheckFailure`;
const LISTED = `${READ} ConditionalOperator ExclusiveStartKey:map ExpressionAttributeValues:map
  FilterExpression IndexName Limit:integer Select`;

const items = () => import('./item-operations.js');

const TRANSACTION = `${ANSWERED} TransactItems:list`;

const ITEM_OPERATIONS: JsonOperations<TableStore> = {
  GetItem: {
    takes: `${READ} Key:map`,
    resource: readIn,
    run: async (members, store) => (await items()).getItem(members, store),
  },
  PutItem: {
    takes: `${CHANGED} Item:map`,
    resource: readIn,
    run: async (members, store) => (await items()).writeItem('PutItem', members, store),
  },
  UpdateItem: {
    takes: `${CHANGED} Key:map UpdateExpression AttributeUpdates:map`,
    resource: readIn,
    run: async (members, store) => (await items()).writeItem('UpdateItem', members, store),
  },
  DeleteItem: {
    takes: `${CHANGED} Key:map`,
    resource: readIn,
    run: async (members, store) => (await items()).writeItem('DeleteItem', members, store),
  },
  Query: {
    takes: `${LISTED} KeyConditionExpression KeyConditions:map QueryFilter:map ScanIndexForward:boolean`,
    resource: readIn,
    run: async (members, store) => (await items()).query(members, store),
  },
  Scan: {
    takes: `${LISTED} ScanFilter:map Segment:integer TotalSegments:integer`,
    resource: readIn,
    run: async (members, store) => (await items()).scan(members, store),
  },
  BatchGetItem: {
    takes: `${ANSWERED} RequestItems:map`,
    resource: tablesOf,
    run: async (members, store) => (await items()).batchGetItem(members, store),
  },
  BatchWriteItem: {
    takes: `${ANSWERED} RequestItems:map ReturnItemCollectionMetrics`,
    resource: tablesOf,
    run: async (members, store) => (await items()).batchWriteItem(members, store),
  },
  TransactGetItems: {
    takes: TRANSACTION,
    rights: rightsOfParts,
    run: async (members, store) => (await items()).transactGetItems(members, store),
  },
  TransactWriteItems: {
    takes: `${TRANSACTION} ClientRequestToken ReturnItemCollectionMetrics`,
    rights: rightsOfParts,
    run: async (members, store) => (await items()).transactWriteItems(members, store),
  },
};

/** The table, or one of its indexes. */
function readIn(given: Members, store: TableStore): string {
  const index = textOf(given, 'IndexName');
  return arnIn(given, store) + (index === undefined ? '' : `/index/${index}`);
}

/** A batch needs its permission on each table. */
function tablesOf({ RequestItems: tables }: Members, store: TableStore): readonly string[] {
  return isMembers(tables) ? Object.keys(tables).map((name) => arnOf(name, store)) : [];
}

/**
 * Transactions have no permission of their own:
 * docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
 */
function rightsOfParts(members: Members, store: TableStore): readonly Right[] {
  return listOf(members, 'TransactItems').flatMap((item) =>
    Object.entries(item).flatMap(([kind, part]): Right[] => {
      if (!isMembers(part)) return [];
      return [
        { action: `dynamodb:${kind.replace(/Item$/, '')}Item`, resource: arnIn(part, store) },
      ];
    }),
  );
}

export function createDynamodb(store: TableStore): Service {
  const shared = { name: 'dynamodb', version: '1.0', store } as const;
  const tables = jsonService({
    ...shared,
    target: 'DynamoDB_20120810',
    operations: { ...TABLE_OPERATIONS, ...ITEM_OPERATIONS },
    inventory: () => tablesIn(store).map(({ name }) => `table ${name}`),
  });
  const streams = jsonService({
    ...shared,
    target: 'DynamoDBStreams_20120810',
    operations: STREAM_OPERATIONS,
    inventory: () => [],
  });
  return {
    ...tables,
    operationOf: (request) => tables.operationOf(request) ?? streams.operationOf(request),
    answer: (operation, request) =>
      (operation.name in STREAM_OPERATIONS ? streams : tables).answer(operation, request),
  };
}
