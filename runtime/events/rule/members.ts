// What an application and a blueprint have for rules of EventBridge.
import type { EventDecorator } from '../decorator-type.js';
import type { EventPattern } from '../source-options.js';
import type { UnbuiltMember } from '../unbuilt.js';
import type { CloudEvent } from './cloud-event.js';
import type { RuleOptions } from './rule-options.js';

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
