// What an application and a blueprint have for topics.
import type { EventDecorator } from '../decorator-type.js';
import type { UnbuiltMember } from '../unbuilt.js';
import type { SnsMessage } from './sns-message.js';
import type { SnsOptions } from './sns-options.js';

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
