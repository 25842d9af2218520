// `app.onSnsMessage`, with the types of its options.
import type {
  EventDecorator,
  UnbuiltMember,
  EventPattern,
  NamedSource,
  OnInvalid,
} from '../source-member.js';
import type { SnsMessage } from './sns-message.js';
import type { Middleware } from '../../layer.js';

/** The options of `app.onSnsMessage`. */
export type SnsOptions = {
  /** The name or the ARN of the topic, or `process.env.NAME` for one of each stage. */
  readonly topic: NamedSource;
  /** A pattern that messages fit to be handed over. */
  readonly filterPolicy?: EventPattern;
  /** What the pattern is compared with: the attributes of a message unless given, or the JSON of its body. */
  readonly filterPolicyScope?: 'MessageAttributes' | 'MessageBody';
  /**
   * What becomes of a message whose payload is not of its type: it fails, or with `drop` is logged and counts as done.
   */
  readonly onInvalid?: OnInvalid;
  /** The key in the `lambda_functions` configuration; the name of the method or variable unless given. */
  readonly name?: string;
  /** Middleware around the function, inside that of the application. */
  readonly middleware?: readonly Middleware<'event'>[];
};

export interface SnsMembers {
  /**
   * Declares a function that gets the messages of a topic.
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
