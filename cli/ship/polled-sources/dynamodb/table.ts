// A DynamoDB table whose changes Lambda reads from its stream. Required actions:
// docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
import {
  diagnose,
  code,
  type CatalogueEntry,
} from '../../../../compiler/diagnostics/diagnostic.js';
import { type PolledKind, streamReading, type SourceData, subjectText } from '../polled-kind.js';

export const tableWithoutStream: CatalogueEntry<
  SourceData & { readonly table: string; readonly latest: string | undefined }
> = {
  code: 'FW6271',
  severity: 'error',
  title: 'A table has no stream that a function could read',
  message: (data) =>
    data.latest === undefined
      ? `${subjectText(data)}, but the table ${code(data.table)} has no stream enabled.`
      : `${subjectText(data)}, but the table ${code(data.table)} now has another stream: ${code(data.latest)}.`,
  hint: ({ table, latest }) =>
    latest === undefined
      ? `Enable it: ${code(`aws dynamodb update-table --table-name ${table} --stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES`)}.`
      : `Write ${code(`table: '${table}'`)}, so that the deploy uses the current stream of the table.`,
};

export const streamNotNamed: CatalogueEntry<SourceData> = {
  code: 'FW6277',
  severity: 'error',
  title: 'A template cannot determine the stream of a table',
  message: (data) =>
    `${subjectText(data)}, but only AWS knows the ARN of its stream, which a template needs.`,
  hint: () =>
    'Write `streamArn` instead of `table`, with the ARN or a variable that contains it; `framework deploy` needs no ARN.',
};

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
