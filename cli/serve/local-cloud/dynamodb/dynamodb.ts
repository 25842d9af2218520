// DynamoDB and DynamoDB Streams: JSON 1.0. The item operations are loaded on the first call.
import { type JsonOperation, type JsonOperations, invalid, jsonService } from '../json-service.js';
import {
  type Members,
  detected,
  isMembers,
  listOf,
  rangeProblem,
  textOf,
  unmet,
} from '../members.js';
import { endOf, recordsFrom, startOf, trim } from '../polled-source.js';
import type { Right, Service } from '../service.js';
import { TABLE_OPERATIONS } from './table-operations.js';
import {
  type TableStore,
  type TableStream,
  arnIn,
  arnOf,
  livingTables,
  notFound,
  sequenceOf,
  tablesIn,
} from './table-store.js';

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
  PutItem: write('PutItem', 'Item:map'),
  UpdateItem: write('UpdateItem', 'Key:map UpdateExpression AttributeUpdates:map'),
  DeleteItem: write('DeleteItem', 'Key:map'),
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

function write(
  name: 'PutItem' | 'UpdateItem' | 'DeleteItem',
  takes: string,
): JsonOperation<TableStore> {
  return {
    takes: `${CHANGED} ${takes}`,
    resource: readIn,
    run: async (members, store) => (await items()).writeItem(name, members, store),
  };
}

function readIn(given: Members, store: TableStore): string {
  const index = textOf(given, 'IndexName');
  return arnIn(given, store) + (index === undefined ? '' : `/index/${index}`);
}

function tablesOf({ RequestItems: tables }: Members, store: TableStore): readonly string[] {
  return isMembers(tables) ? Object.keys(tables).map((name) => arnOf(name, store)) : [];
}

/** Needs the permissions of the parts: docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html */
function rightsOfParts(members: Members, store: TableStore): readonly Right[] {
  return listOf(members, 'TransactItems').flatMap((item) =>
    Object.entries(item).flatMap(([kind, part]): Right[] => {
      const action = `dynamodb:${kind.replace(/Item$/, '')}Item`;
      return isMembers(part) ? [{ action, resource: arnIn(part, store) }] : [];
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
  };
}

// DynamoDB Streams: docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html
// A stream has one shard.

const SHARD = 'shardId-00000001700000000000-00000001';
/** Milliseconds. */
const ITERATOR_FOR = 900_000;

const STREAM_OPERATIONS: JsonOperations<TableStore> = {
  ListStreams: {
    takes: 'TableName Limit:integer ExclusiveStartStreamArn',
    resource: (members, store) => {
      const name = textOf(members, 'TableName');
      return name === undefined ? '*' : `${arnOf(name, store)}/stream/*`;
    },
    run: (members, store) => {
      const name = textOf(members, 'TableName');
      const all = streamsIn(store).filter(({ table }) => name === undefined || table.name === name);
      const after = textOf(members, 'ExclusiveStartStreamArn');
      const start = all.findIndex(({ stream }) => stream.arn === after) + 1;
      const page = all.slice(start, start + Number(members['Limit'] ?? 100));
      return {
        Streams: page.map(({ table, stream }) => ({
          StreamArn: stream.arn,
          TableName: table.name,
          StreamLabel: labelOf(stream),
        })),
        ...(start + page.length < all.length && {
          LastEvaluatedStreamArn: page.at(-1)?.stream.arn,
        }),
      };
    },
  },
  DescribeStream: {
    takes: 'StreamArn! Limit:integer ExclusiveStartShardId',
    resource: (members) => textOf(members, 'StreamArn') ?? '',
    run: (members, store) => {
      const { table, stream, isOpen } = streamAt(textOf(members, 'StreamArn'), store);
      const last = sequenceOf(Math.max(endOf(stream.records), 1));
      const shard = {
        ShardId: SHARD,
        SequenceNumberRange: {
          StartingSequenceNumber: sequenceOf(1),
          ...(!isOpen && { EndingSequenceNumber: last }),
        },
      };
      return {
        StreamDescription: {
          StreamArn: stream.arn,
          StreamLabel: labelOf(stream),
          StreamStatus: isOpen ? 'ENABLED' : 'DISABLED',
          StreamViewType: stream.view,
          CreationRequestDateTime: Date.parse(`${labelOf(stream)}Z`) / 1000,
          TableName: table.name,
          KeySchema: table.schema,
          Shards: members['ExclusiveStartShardId'] === SHARD ? [] : [shard],
        },
      };
    },
  },
  GetShardIterator: {
    takes: 'StreamArn! ShardId! ShardIteratorType! SequenceNumber',
    resource: (members) => textOf(members, 'StreamArn') ?? '',
    run: (members, store) => {
      const { stream } = streamAt(textOf(members, 'StreamArn'), store);
      if (members['ShardId'] !== SHARD) throw notFound(': Shard does not exist');
      const now = store.clock.now();
      const oldest = startOf(stream.records);
      const given = textOf(members, 'SequenceNumber');
      const index = Number(given) - 1;
      const type = textOf(members, 'ShardIteratorType') ?? '';
      const places: Readonly<Record<string, number>> = {
        TRIM_HORIZON: oldest,
        LATEST: endOf(stream.records),
        AT_SEQUENCE_NUMBER: index,
        AFTER_SEQUENCE_NUMBER: index + 1,
      };
      const next = places[type];
      if (next === undefined) {
        const rule =
          'satisfy enum value set: [AFTER_SEQUENCE_NUMBER, LATEST, AT_SEQUENCE_NUMBER, TRIM_HORIZON]';
        throw invalid(unmet('shardIteratorType', rule, type));
      }
      if (Number.isNaN(next))
        throw invalid(
          given === undefined
            ? `Required parameter missing: SequenceNumber is required for ShardIteratorType ${type}`
            : 'Invalid SequenceNumber',
        );
      if (next < oldest)
        throw invalid(
          'The operation attempted to read past the oldest stream record in a shard.',
          'TrimmedDataAccessException',
        );
      return { ShardIterator: iteratorOf(stream, next, now) };
    },
  },
  GetRecords: {
    takes: 'ShardIterator! Limit:integer',
    resource: (members) => (textOf(members, 'ShardIterator') ?? '').split('|')[0] ?? '',
    run: (members, store) => {
      const limit = Number(members['Limit'] ?? 1000);
      const problem = rangeProblem(members, 'Limit', [1, 1000]);
      if (problem !== undefined) throw invalid(detected([problem]));
      const [arn, , position] = (textOf(members, 'ShardIterator') ?? '').split('|');
      const [next = NaN, madeAt = NaN] = Buffer.from(position ?? '', 'base64')
        .toString()
        .split(' ')
        .map(Number);
      if (Number.isNaN(next + madeAt)) throw invalid('Invalid ShardIterator');
      const now = store.clock.now();
      if (now > madeAt + ITERATOR_FOR)
        throw invalid('Iterator expired', 'ExpiredIteratorException');
      const { stream, isOpen } = streamAt(arn, store);
      const read = recordsFrom(stream.records, next).slice(0, limit);
      const end = Math.max(next, startOf(stream.records)) + read.length;
      return {
        Records: read.map(({ event: { eventSourceARN: _, ...event } }) => event),
        ...((isOpen || end < endOf(stream.records)) && {
          NextShardIterator: iteratorOf(stream, end, now),
        }),
      };
    },
  },
};

function streamsIn(store: TableStore) {
  return livingTables(store).flatMap((table) =>
    table.streams.map((stream) => ({
      table,
      stream,
      isOpen: table.isStreaming && stream === table.streams.at(-1),
    })),
  );
}

function streamAt(arn: string | undefined, store: TableStore) {
  const found = streamsIn(store).find(({ stream }) => stream.arn === arn);
  if (!found) throw notFound(`: Stream: ${arn} not found`);
  trim(found.stream.records, store.clock.now());
  return found;
}

function labelOf({ arn }: TableStream): string {
  return arn.split('/stream/')[1] ?? '';
}

function iteratorOf({ arn }: TableStream, next: number, now: number): string {
  return `${arn}|1|${Buffer.from(`${next} ${now}`).toString('base64')}`;
}
