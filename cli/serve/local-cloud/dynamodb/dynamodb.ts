// DynamoDB and DynamoDB Streams: JSON 1.0. The item operations are loaded at the first call.
import {
  isMembers,
  type JsonOperation,
  jsonService,
  type MemberKind,
  type Members,
  textOf,
  listOf,
} from '../json-service.js';
import type { Right, Service } from '../service.js';
import { STREAM_OPERATIONS } from './stream-operations.js';
import { TABLE_OPERATIONS } from './table-operations.js';
import { arnIn, arnOf, tablesIn, type TableStore } from './table-store.js';

type Operation = JsonOperation<TableStore>;
type Kinds = Readonly<Record<string, MemberKind>>;

const ANSWERED: Kinds = { ReturnConsumedCapacity: 'text' };
const NAMED: Kinds = { ...ANSWERED, TableName: 'text', ExpressionAttributeNames: 'map' };
const READ: Kinds = {
  ...NAMED,
  AttributesToGet: 'list',
  ConsistentRead: 'boolean',
  ProjectionExpression: 'text',
};
const CHANGED: Kinds = {
  ...NAMED,
  ConditionExpression: 'text',
  ConditionalOperator: 'text',
  Expected: 'map',
  ExpressionAttributeValues: 'map',
  ReturnItemCollectionMetrics: 'text',
  ReturnValues: 'text',
  ReturnValuesOnConditionCheckFailure: 'text',
};
const LISTED: Kinds = {
  ...READ,
  ConditionalOperator: 'text',
  ExclusiveStartKey: 'map',
  ExpressionAttributeValues: 'map',
  FilterExpression: 'text',
  IndexName: 'text',
  Limit: 'integer',
  Select: 'text',
};

type Call = readonly [members: Members, store: TableStore];

/** Creates an operation of `item-operations.ts`. */
function itemOperation(
  name: string,
  members: Kinds,
  more: Partial<Omit<Operation, 'run'>> & { readonly run: (...call: Call) => Promise<object> },
): Operation {
  return {
    name,
    isWrite: /Put|Update|Delete|Write/.test(name),
    members,
    required: [],
    resource: (given, store) => {
      const index = textOf(given, 'IndexName');
      return arnIn(given, store) + (index === undefined ? '' : `/index/${index}`);
    },
    ...more,
  };
}

const items = () => import('./item-operations.js');

const TRANSACTION: Kinds = { ...ANSWERED, TransactItems: 'list' };

const ITEM_OPERATIONS: readonly Operation[] = [
  itemOperation(
    'GetItem',
    { ...READ, Key: 'map' },
    { run: async (...call) => (await items()).getItem(...call) },
  ),
  itemOperation(
    'PutItem',
    { ...CHANGED, Item: 'map' },
    { run: async (...call) => (await items()).writeItem('PutItem', ...call) },
  ),
  itemOperation(
    'UpdateItem',
    { ...CHANGED, Key: 'map', UpdateExpression: 'text', AttributeUpdates: 'map' },
    { run: async (...call) => (await items()).writeItem('UpdateItem', ...call) },
  ),
  itemOperation(
    'DeleteItem',
    { ...CHANGED, Key: 'map' },
    { run: async (...call) => (await items()).writeItem('DeleteItem', ...call) },
  ),
  itemOperation(
    'Query',
    {
      ...LISTED,
      KeyConditionExpression: 'text',
      KeyConditions: 'map',
      QueryFilter: 'map',
      ScanIndexForward: 'boolean',
    },
    { run: async (...call) => (await items()).query(...call) },
  ),
  itemOperation(
    'Scan',
    { ...LISTED, ScanFilter: 'map', Segment: 'integer', TotalSegments: 'integer' },
    { run: async (...call) => (await items()).scan(...call) },
  ),
  itemOperation(
    'BatchGetItem',
    { ...ANSWERED, RequestItems: 'map' },
    { resource: tablesOf, run: async (...call) => (await items()).batchGetItem(...call) },
  ),
  itemOperation(
    'BatchWriteItem',
    { ...ANSWERED, RequestItems: 'map', ReturnItemCollectionMetrics: 'text' },
    { resource: tablesOf, run: async (...call) => (await items()).batchWriteItem(...call) },
  ),
  itemOperation('TransactGetItems', TRANSACTION, {
    rights: rightsOfParts,
    run: async (...call) => (await items()).transactGetItems(...call),
  }),
  itemOperation(
    'TransactWriteItems',
    { ...TRANSACTION, ClientRequestToken: 'text', ReturnItemCollectionMetrics: 'text' },
    { rights: rightsOfParts, run: async (...call) => (await items()).transactWriteItems(...call) },
  ),
];

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
    operations: [...TABLE_OPERATIONS, ...ITEM_OPERATIONS],
    inventory: () => tablesIn(store).map(({ name }) => `table ${name}`),
  });
  const streams = jsonService({
    ...shared,
    target: 'DynamoDBStreams_20120810',
    operations: STREAM_OPERATIONS,
    inventory: () => [],
  });
  const isOfStreams = (name: string): boolean => STREAM_OPERATIONS.some((one) => one.name === name);
  return {
    ...tables,
    operationOf: (request) => tables.operationOf(request) ?? streams.operationOf(request),
    answer: (operation, request) =>
      (isOfStreams(operation.name) ? streams : tables).answer(operation, request),
  };
}
