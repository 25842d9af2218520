// `app.onDynamodbRecord({ table: 'Orders' })`: changes to the items of a DynamoDB table.
import type { SourceName, StreamSource, WrittenName } from '../../../runtime/contract/events.js';
import { type CatalogueEntry, diagnose } from '../../diagnostics/diagnostic.js';
import type { SourceForm } from '../../declarations/source-forms.js';
import { type Decoded, rejected } from '../../values/decoded.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import {
  eventKind,
  type EventKind,
  type GivenSource,
  type ReadSource,
} from '../event/event-kind.js';
import { type OnInvalid, runtimeOf, streamOptions } from '../event/polled.js';
import {
  boundName,
  identityByName,
  type ResourceForm,
  sourceNameOf,
  sourceReading,
} from '../event/source-name.js';
import { tableWithoutStream } from '../resource/catalogue.js';
import { DESTINATION } from '../kinesis/kinesis.js';

/** `app.onDynamodbRecord({ table: 'Orders' })`: the latest stream of a table, or a stream identified by its ARN. */
export type DynamodbSource = StreamSource & {
  readonly kind: 'dynamodb';
} & ({ readonly table: SourceName } | { readonly streamArn: WrittenName });

type DynamodbOptions = StreamSource & {
  readonly table?: SourceName;
  readonly streamArn?: WrittenName;
  readonly onInvalid: OnInvalid;
};

/** The format of table and stream names: docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html */
const TABLE: ResourceForm = {
  kind: 'table',
  property: 'table',
  services: [{ name: 'dynamodb' }],
  name: /^[A-Za-z0-9_.-]{3,255}$/,
  resource: /^table\/([A-Za-z0-9_.-]{3,255})$/,
  examples: ['Orders', 'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders'],
};

const TABLE_STREAM: SourceForm = {
  kind: 'table stream',
  property: 'streamArn',
  services: [{ name: 'dynamodb' }],
  resource: /^table\/([A-Za-z0-9_.-]{3,255}\/stream\/[\w:.-]+)$/,
  examples: ['arn:aws:dynamodb:eu-west-1:123456789012:table/Orders/stream/2026-11-22T00:00:00.000'],
};

const EXAMPLE = "app.onDynamodbRecord({ table: 'Orders' })";

const EVENT_PARTS = [
  'dynamodb',
  'eventID',
  'eventName',
  'eventVersion',
  'eventSource',
  'eventSourceARN',
  'awsRegion',
  'userIdentity',
];

const tableOrStream: CatalogueEntry<{ readonly hasBoth: boolean }> = {
  code: 'FW2930',
  severity: 'error',
  title: 'A function for table changes does not name exactly one table or stream',
  message: ({ hasBoth }) =>
    hasBoth
      ? '`table` and `streamArn` both name a stream, but a source has only one.'
      : '`onDynamodbRecord` needs `table` or `streamArn`.',
  hint: ({ hasBoth }) =>
    hasBoth
      ? 'Keep `table`, whose latest stream is found during the deploy, or `streamArn`.'
      : `Write \`@${EXAMPLE}\`.`,
};

export const DYNAMODB: EventKind = eventKind<DynamodbOptions, DynamodbSource>({
  member: 'onDynamodbRecord',
  sourceKind: 'dynamodb',
  forms: [TABLE, TABLE_STREAM, DESTINATION],
  example: EXAMPLE,
  eventTypes: () => ['DynamodbRecord'],
  plainPayload: undefined,
  table: {
    table: {
      ...sourceReading(TABLE),
      decode: decodeTable,
      problems: [...sourceReading(TABLE).problems, tableOrStream, tableWithoutStream],
      meaning:
        "The table whose latest stream is read: a `Table`, the table's name or ARN, or `process.env.NAME` for a different table in each stage.",
    },
    streamArn: {
      ...sourceNameOf(TABLE_STREAM),
      meaning: "The ARN of a table's stream, as an alternative to `table`.",
    },
    ...streamOptions({ roots: EVENT_PARTS }, DESTINATION),
  },
  read,
  identity: (source) =>
    'table' in source
      ? identityByName('table', source.table)
      : identityByName('stream', source.streamArn),
  catalogue: [tableOrStream],
});

/** A declared table must have a stream. For any other table, this is not known until it is deployed. */
function decodeTable(value: StaticValue): Decoded<SourceName> {
  const decoded = sourceReading(TABLE).decode(value);
  const name = decoded.value;
  if (!name || !('resource' in name) || value.kind !== 'instance') return decoded;
  const [, options] = value.arguments;
  const stream = entryOf(options, 'stream')?.value;
  // Options that cannot be read are reported separately.
  if (options?.kind !== 'object' || (stream && stream.kind !== 'boolean')) return decoded;
  if (stream?.value) return decoded;
  return rejected(diagnose(tableWithoutStream, { name: name.resource }, { at: value.at }));
}

function read({
  view,
  options: { value },
}: GivenSource<DynamodbOptions>): ReadSource<DynamodbSource> {
  const [table, stream] = ['table', 'streamArn'].map((option) => entryOf(view.options, option));
  if (view.options?.kind === 'object' && Boolean(table) === Boolean(stream)) {
    const at = (stream?.key ?? view.options).at;
    const findings = [diagnose(tableOrStream, { hasBoth: stream !== undefined }, { at })];
    return { source: undefined, findings };
  }
  if (!value) return { source: undefined, findings: [] };
  const { onInvalid, name, middleware, table: named, streamArn, ...options } = value;
  const what = named ? { table: named } : streamArn && { streamArn };
  const source = named ?? streamArn;
  if (!what || !source) return { source: undefined, findings: [] };
  return {
    source: { kind: 'dynamodb', ...what, ...options },
    findings: [],
    runtime: runtimeOf(boundName(source, 'table'), onInvalid),
  };
}
