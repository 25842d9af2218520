// Kinesis streams as event sources, in the manifest.
import type { WrittenName, StreamSource } from '../events.js';

/** `app.onKinesisRecord({ stream: 'clicks' })`. */
export type KinesisSource = StreamSource & {
  readonly kind: 'kinesis';
  readonly stream: WrittenName;
};
