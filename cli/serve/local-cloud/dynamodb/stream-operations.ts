// DynamoDB Streams: docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html
// A stream has one shard.
import { invalid, type JsonOperations } from '../json-service.js';
import { textOf, unmet } from '../members.js';
import {
  arnOf,
  livingTables,
  notFound,
  sequenceOf,
  type TableStore,
  type TableStream,
} from './table-store.js';

type Operations = JsonOperations<TableStore>;

const SHARD = 'shardId-00000001700000000000-00000001';
/** Milliseconds. */
const KEPT_FOR = 86_400_000;
const ITERATOR_FOR = 900_000;

export const STREAM_OPERATIONS: Operations = {
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
      const last = stream.records.at(-1)?.id ?? sequenceOf(1);
      return {
        StreamDescription: {
          StreamArn: stream.arn,
          StreamLabel: labelOf(stream),
          StreamStatus: isOpen ? 'ENABLED' : 'DISABLED',
          StreamViewType: stream.view,
          CreationRequestDateTime: Date.parse(`${labelOf(stream)}Z`) / 1000,
          TableName: table.name,
          KeySchema: table.schema,
          Shards:
            members['ExclusiveStartShardId'] === SHARD
              ? []
              : [
                  {
                    ShardId: SHARD,
                    SequenceNumberRange: {
                      StartingSequenceNumber: sequenceOf(1),
                      ...(!isOpen && { EndingSequenceNumber: last }),
                    },
                  },
                ],
        },
      };
    },
  },
  GetShardIterator: {
    takes: 'StreamArn! ShardId! ShardIteratorType! SequenceNumber',
    resource: (members) => textOf(members, 'StreamArn') ?? '',
    run: (members, store) => {
      const { stream } = streamAt(textOf(members, 'StreamArn'), store);
      if (members['ShardId'] !== SHARD) {
        throw notFound(': Shard does not exist');
      }
      const now = store.clock.now();
      const kept = stream.records.findIndex(({ at }) => at > now - KEPT_FOR);
      const oldest = kept < 0 ? stream.records.length : kept;
      const given = textOf(members, 'SequenceNumber');
      const place = Number(given) - 1;
      const type = textOf(members, 'ShardIteratorType') ?? '';
      const places: Readonly<Record<string, number>> = {
        TRIM_HORIZON: oldest,
        LATEST: stream.records.length,
        AT_SEQUENCE_NUMBER: place,
        AFTER_SEQUENCE_NUMBER: place + 1,
      };
      const next = places[type];
      if (next === undefined) {
        throw invalid(
          unmet(
            'shardIteratorType',
            'satisfy enum value set: [AFTER_SEQUENCE_NUMBER, LATEST, AT_SEQUENCE_NUMBER, TRIM_HORIZON]',
            type,
          ),
        );
      }
      if (Number.isNaN(next)) {
        throw invalid(
          given === undefined
            ? `Required parameter missing: SequenceNumber is required for ShardIteratorType ${type}`
            : 'Invalid SequenceNumber',
        );
      }
      if (next < oldest) {
        throw invalid(
          'The operation attempted to read past the oldest stream record in a shard.',
          'TrimmedDataAccessException',
        );
      }
      return { ShardIterator: iteratorOf(stream, next, now) };
    },
  },
  GetRecords: {
    takes: 'ShardIterator! Limit:integer',
    resource: (members) => (textOf(members, 'ShardIterator') ?? '').split('|')[0] ?? '',
    run: (members, store) => {
      const limit = Number(members['Limit'] ?? 1000);
      if (limit < 1 || limit > 1000) {
        throw invalid(
          unmet(
            'limit',
            `have value ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 1000'}`,
            limit,
          ),
        );
      }
      const [arn, , place] = (textOf(members, 'ShardIterator') ?? '').split('|');
      const [next = NaN, madeAt = NaN] = Buffer.from(place ?? '', 'base64')
        .toString()
        .split(' ')
        .map(Number);
      if (Number.isNaN(next + madeAt)) throw invalid('Invalid ShardIterator');
      const now = store.clock.now();
      if (now > madeAt + ITERATOR_FOR) {
        throw invalid('Iterator expired', 'ExpiredIteratorException');
      }
      const { stream, isOpen } = streamAt(arn, store);
      const read = stream.records.slice(next, next + limit);
      const end = next + read.length;
      return {
        Records: read.map(({ event: { eventSourceARN: _, ...event } }) => event),
        ...((isOpen || end < stream.records.length) && {
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
  return found;
}

function labelOf({ arn }: TableStream): string {
  return arn.split('/stream/')[1] ?? '';
}

function iteratorOf({ arn }: TableStream, next: number, now: number): string {
  return `${arn}|1|${Buffer.from(`${next} ${now}`).toString('base64')}`;
}
