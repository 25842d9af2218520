// What the manifest says of a stream that Lambda reads.
import type { SourceName, StreamSource } from '../events.js';

/** `app.onKinesisRecord({ stream: 'clicks' })`. */
export type KinesisSource = StreamSource & {
  readonly kind: 'kinesis';
  readonly stream: SourceName;
};
