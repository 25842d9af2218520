// `app.onKinesisRecord({ stream: 'clicks' })`: records of a stream of Kinesis.
import type { KinesisSource } from '../../../runtime/contract/sources/kinesis.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import { missingSourceOption } from '../event/catalogue.js';
import {
  eventKind,
  type EventKind,
  type GivenSource,
  type ReadSource,
} from '../event/event-kind.js';
import { type OnInvalid, STREAM_REQUIRED, STREAM_SCHEMA, streamOptions } from '../event/polled.js';
import { identityByName } from '../event/source-identity.js';
import { SOURCE_NAME_SCHEMA, sourceNameOf } from '../event/source-name.js';
import { DESTINATION, STREAM } from './stream-forms.js';

type KinesisOptions = Omit<KinesisSource, 'kind'> & { readonly onInvalid: OnInvalid };

const EXAMPLE = "app.onKinesisRecord({ stream: 'clicks' })";

const EVENT_PARTS = [
  'data',
  'partitionKey',
  'sequenceNumber',
  'approximateArrivalTimestamp',
  'kinesisSchemaVersion',
  'eventID',
  'eventName',
  'eventSource',
  'eventSourceARN',
  'eventVersion',
  'awsRegion',
  'invokeIdentityArn',
];

export const KINESIS: EventKind = eventKind<KinesisOptions, KinesisSource>({
  member: 'onKinesisRecord',
  written: 'app.onKinesisRecord({ ... })',
  leading: 0,
  forms: [STREAM, DESTINATION],
  example: EXAMPLE,
  eventTypes: () => ['KinesisRecord'],
  plainPayload: 'bytes',
  table: {
    stream: {
      ...sourceNameOf(STREAM),
      missing: ({ at }) =>
        diagnose(
          missingSourceOption,
          { member: 'onKinesisRecord', option: 'stream', example: EXAMPLE },
          { at },
        ),
      meaning: 'The name or the ARN of the stream, or `process.env.NAME` for one of each stage.',
    },
    ...streamOptions({ roots: EVENT_PARTS, payload: 'data' }, DESTINATION),
  },
  read,
  identity: ({ stream }) => identityByName('stream', stream),
  catalogue: [],
  schema: {
    kind: 'kinesis',
    properties: { stream: SOURCE_NAME_SCHEMA, ...STREAM_SCHEMA },
    required: ['stream', ...STREAM_REQUIRED],
  },
});

function read({ options: { value } }: GivenSource<KinesisOptions>): ReadSource<KinesisSource> {
  if (!value) return { source: undefined, findings: [] };
  const { onInvalid, name, middleware, ...options } = value;
  const runtime = { source: options.stream, ...(onInvalid === 'drop' && { onInvalid }) };
  return { source: { kind: 'kinesis', ...options }, findings: [], runtime };
}
