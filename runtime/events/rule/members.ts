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
  /** False makes the rule without letting it call; true unless given. */
  readonly enabled?: boolean;
  /** What is shown beside the rule in the console of AWS. */
  readonly description?: string;
  /** What becomes of an event whose payload is not of its type: it fails, or with `drop` is logged and counts as done. */
  readonly onInvalid?: OnInvalid;
} & EventFunctionOptions;

export interface RuleMembers {
  /**
   * Declares a function that gets the events of a bus of EventBridge that fit a pattern.
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
