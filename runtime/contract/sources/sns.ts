// What the manifest says of a topic that calls a function.
import type { SourceName } from '../events.js';

/** `app.onSnsMessage({ topic: 'alerts' })`. */
export type SnsSource = {
  readonly kind: 'sns';
  readonly topic: SourceName;
  readonly filterPolicy?: Readonly<Record<string, unknown>>;
  /** `MessageAttributes` unless given, as SNS has it. */
  readonly filterPolicyScope?: 'MessageAttributes' | 'MessageBody';
};
