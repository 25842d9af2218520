// `app.onSnsMessage`, with the types of its options.
import type {
  EventDecorator,
  EventFunctionOptions,
  EventPattern,
  NamedSource,
  OnInvalid,
  UnbuiltMember,
} from '../source-member.js';
import type { Topic } from '../../resources.js';
import type { SnsMessage } from './sns-message.js';

/** The options of `app.onSnsMessage`. */
export type SnsOptions = {
  /** The topic: a `Topic`, its name or its ARN, or `process.env.NAME` for one per stage. */
  readonly topic: NamedSource | Topic;
  /** A pattern that a message must match to be delivered. */
  readonly filterPolicy?: EventPattern;
  /** What the pattern is matched against: the attributes of a message (default), or the JSON of its body. */
  readonly filterPolicyScope?: 'MessageAttributes' | 'MessageBody';
  /** What happens to a message whose payload does not fit its type: it fails, or with `drop` is logged and counts as done. */
  readonly onInvalid?: OnInvalid;
} & EventFunctionOptions;

export interface SnsMembers {
  /**
   * Declares a function that receives the messages of a topic.
   *
   * @example
   * ```ts
   * class Alerts {
   *   @app.onSnsMessage({ topic: 'alerts' })
   *   alert(message: SnsMessage) {
   *     return message.subject;
   *   }
   * }
   * ```
   */
  onSnsMessage(
    options: SnsOptions,
  ): EventDecorator<SnsMessage, SnsMessage<unknown>, 'an SnsMessage'>;
}

export const UNBUILT_TOPIC: UnbuiltMember = { leading: 0, names: ['topic'], isText: true };
