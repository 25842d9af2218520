// SNS topics as event sources, in the manifest.
import type { SourceName } from '../events.js';

/** `app.onSnsMessage({ topic: 'alerts' })`. */
export type SnsSource = {
  readonly kind: 'sns';
  readonly topic: SourceName;
  readonly filterPolicy?: Readonly<Record<string, unknown>>;
  /** Defaults to `MessageAttributes`, the default of SNS. */
  readonly filterPolicyScope?: 'MessageAttributes' | 'MessageBody';
};
