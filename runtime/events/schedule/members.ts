// What an application and a blueprint have for schedules.
import type { EventDecorator } from '../decorator-type.js';
import type { UnbuiltMember } from '../unbuilt.js';
import type { InputDecorator } from './input-decorator.js';
import type { CheckedExpression, JsonValue, ScheduleOptions, Written } from './schedule-options.js';
import type { ScheduledEvent } from './scheduled-event.js';

export interface ScheduleMembers {
  /**
   * Declares a function that EventBridge calls at times: a decorator of a method, or called with a function.
   *
   * @example
   * ```ts
   * class Jobs {
   *   @app.schedule('cron(0 3 * * ? *)', { timezone: 'Europe/Berlin' })
   *   nightly(event: ScheduledEvent) {
   *     return event.time;
   *   }
   * }
   * ```
   */
  schedule<const E extends string, const Input extends JsonValue = never>(
    expression: CheckedExpression<E>,
    options?: ScheduleOptions<Input>,
  ): [Input] extends [never]
    ? EventDecorator<ScheduledEvent, ScheduledEvent, 'a ScheduledEvent'>
    : InputDecorator<Written<Input>>;
}

export const UNBUILT_SCHEDULE: UnbuiltMember = { leading: 1, names: [] };
