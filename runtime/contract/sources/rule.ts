// What the manifest says of a rule of EventBridge.
import type { SourceName } from '../events.js';

/** `app.onEvent({ source: ['aws.codecommit'] })`. */
export type RuleSource = {
  readonly kind: 'rule';
  /** A pattern of EventBridge. */
  readonly pattern: Readonly<Record<string, unknown>>;
  /** A name or an ARN; `default` is the one of AWS's own services. */
  readonly bus: SourceName;
  readonly description?: string;
  readonly enabled: boolean;
};
