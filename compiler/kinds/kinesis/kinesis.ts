// `app.onKinesisRecord({ stream: 'clicks' })`: records from a Kinesis stream.
import type { WrittenName, StreamSource } from '../../../runtime/contract/events.js';
import type { SourceForm } from '../../declarations/source-forms.js';
import {
  eventKind,
  type EventKind,
  type GivenSource,
  type ReadSource,
} from '../event/event-kind.js';
import { type OnInvalid, runtimeOf, streamOptions } from '../event/polled.js';
import { identityByName, writtenOption } from '../event/source-name.js';

/** `app.onKinesisRecord({ stream: 'clicks' })`. */
export type KinesisSource = StreamSource & {
  readonly kind: 'kinesis';
  readonly stream: WrittenName;
};

type KinesisOptions = Omit<KinesisSource, 'kind'> & { readonly onInvalid: OnInvalid };

/** The format of stream names: docs.aws.amazon.com/kinesis/latest/APIReference/API_CreateStream.html */
const STREAM: SourceForm = {
  kind: 'stream',
  property: 'stream',
  services: [{ name: 'kinesis' }],
  name: /^[A-Za-z0-9_.-]{1,128}$/,
  resource: /^stream\/([A-Za-z0-9_.-]{1,128})$/,
  examples: ['clicks', 'arn:aws:kinesis:eu-west-1:123456789012:stream/clicks'],
};

/** The destination to which Lambda reports discarded records: docs.aws.amazon.com/lambda/latest/api/API_OnFailure.html */
export const DESTINATION: SourceForm = {
  kind: 'destination',
  property: 'onFailure',
  services: [{ name: 'sqs' }, { name: 'sns' }, { name: 's3', isGlobal: true }],
  resource: /^([A-Za-z0-9._-]+)$/,
  examples: ['arn:aws:sqs:eu-west-1:123456789012:failed-orders'],
};

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
  sourceKind: 'kinesis',
  forms: [STREAM, DESTINATION],
  example: EXAMPLE,
  eventTypes: () => ['KinesisRecord'],
  plainPayload: 'bytes',
  table: {
    stream: writtenOption(STREAM, { member: 'onKinesisRecord', example: EXAMPLE }),
    ...streamOptions({ roots: EVENT_PARTS, payload: 'data' }, DESTINATION),
  },
  read,
  identity: ({ stream }) => identityByName('stream', stream),
});

function read({ options: { value } }: GivenSource<KinesisOptions>): ReadSource<KinesisSource> {
  if (!value) return { source: undefined, findings: [] };
  const { onInvalid, name, middleware, ...options } = value;
  const runtime = runtimeOf(options.stream, onInvalid);
  return { source: { kind: 'kinesis', ...options }, findings: [], runtime };
}
