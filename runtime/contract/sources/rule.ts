// EventBridge rules as event sources, in the manifest.
import type { WrittenName } from '../events.js';

/** `app.onEvent({ source: ['aws.codecommit'] })`. */
export type RuleSource = {
  readonly kind: 'rule';
  /** An EventBridge event pattern. */
  readonly pattern: Readonly<Record<string, unknown>>;
  /** A name or an ARN; AWS services send their events to `default`. */
  readonly bus: WrittenName;
  readonly description?: string;
  readonly enabled: boolean;
};
