// `app.onEvent`, with the types of its options.
import type {
  EventDecorator,
  EventFunctionOptions,
  EventPattern,
  NamedSource,
  OnInvalid,
  UnbuiltMember,
} from '../source-member.js';
import type { CloudEvent } from './cloud-event.js';

/** The options of `app.onEvent`. */
export type RuleOptions = {
  /** The name or the ARN of the bus; defaults to `default`, which receives the events of AWS services. */
  readonly bus?: NamedSource;
  /** False creates the rule disabled; defaults to true. */
  readonly enabled?: boolean;
  /** The description of the rule in the AWS console. */
  readonly description?: string;
  /** What happens to an event whose payload does not fit its type: it fails, or with `drop` is logged and counts as done. */
  readonly onInvalid?: OnInvalid;
} & EventFunctionOptions;

export interface RuleMembers {
  /**
   * Declares a function that receives the events of an EventBridge bus that match a pattern.
   *
   * @example
   * ```ts
   * class Builds {
   *   @app.onEvent({ source: ['aws.codecommit'] })
   *   pushed(event: CloudEvent) {
   *     return event.detail;
   *   }
   * }
   * ```
   */
  onEvent(
    pattern: EventPattern,
    options?: RuleOptions,
  ): EventDecorator<CloudEvent, CloudEvent<unknown>, 'a CloudEvent'>;
}

export const UNBUILT_RULE: UnbuiltMember = { leading: 1, names: [] };
