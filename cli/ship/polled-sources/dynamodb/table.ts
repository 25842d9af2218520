// A DynamoDB table whose changes Lambda reads from its stream. Required actions:
// docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
import { diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import { type PolledKind, streamReading } from '../polled-kind.js';
import { streamNotNamed, tableWithoutStream } from './table-catalogue.js';

export const TABLE: PolledKind<'dynamodb'> = {
  service: 'dynamodb',
  noun: 'table',
  forms: {
    table: {
      // Allows any stream of the table, because the stream may be replaced.
      read: (name) => `table/${name}/stream/*`,
      asked: (name) => `table/${name}`,
      unnamed: streamNotNamed,
    },
    'table stream': {
      read: (name) => `table/${name}`,
      asked: (name) => `table/${tableIn(name)}`,
    },
  },
  actions: [
    'dynamodb:DescribeStream',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'dynamodb:ListStreams',
  ],
  asking: { resource: 'polled-table', sid: 'Tables' },
  reading: streamReading,
  find: async ({ tables }, { kind, name, arn }) => {
    const table = await tables.readTable(kind === 'table' && arn ? arn.text : tableIn(name));
    if (!table) return { kind: 'missing' };
    const { streamArn } = table;
    const isOther = kind === 'table stream' && streamArn !== arn?.text;
    return streamArn === undefined || isOther
      ? { kind: 'no-stream', latest: streamArn }
      : { kind: 'found', arn: streamArn };
  },
  noStream: (data, { name }, latest) =>
    diagnose(tableWithoutStream, { ...data, table: tableIn(name), latest }),
  making: () => 'aws dynamodb create-table',
  missing: /Stream not found/i,
};

/** Returns the table name: `Orders` for `Orders/stream/2026-11-22T00:00:00.000`. */
function tableIn(name: string): string {
  const [table = name] = name.split('/stream/');
  return table;
}
