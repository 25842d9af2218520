// Handles the events that schedules send.
import { CloudEvent } from '../rule/rule.js';
import type { EventAdapter } from '../adapter.js';
import { type CloudEventDict, busEventOf, deliverOne } from '../bus-event.js';
import { checkedPayload } from '../payload.js';
import type { EventDecorator, EventFunction, UnbuiltMember } from '../source-member.js';
import type { FunctionOptions } from '../../route-types/route-decorator.js';
import type { LambdaContext } from '../../contract/proxy-event.js';

/**
 * The event that a schedule sends, with its scheduled time.
 * @example
 * ```ts
 * import { Framework, type ScheduledEvent } from 'framework';
 *
 * export const app = new Framework({ appName: 'reports' });
 *
 * export const nightly = app.schedule('cron(0 3 * * ? *)')((event: ScheduledEvent) => {
 *   app.log.info('began', event.time);
 * });
 * ```
 */
export class ScheduledEvent extends CloudEvent {}

/** `app.schedule`, with or without `input`. */
export const schedules: EventAdapter = {
  noun: 'schedule',
  rank: 1,
  sourceOf: (event, { hasInput }) =>
    hasInput || busEventOf(event)?.['detail-type'] === 'Scheduled Event' ? '' : undefined,
  deliver: (delivery) => {
    const { event, options } = delivery;
    const dict = event as CloudEventDict; // because the event comes from a schedule
    const detail = {};
    return deliverOne(
      options.hasInput
        ? { title: 'input', read: () => checkedPayload(event, { member: 'input', ...delivery }) }
        : {
            title: `event ${dict.id}`,
            read: () => Promise.resolve(new ScheduledEvent(dict, detail)),
          },
      delivery,
    );
  },
};

/** The units that match a number: singular for 1, otherwise plural. */
export type RateUnit<N extends number> = N extends 1
  ? 'minute' | 'hour' | 'day'
  : 'minutes' | 'hours' | 'days';

/**
 * Returns the expression for a schedule that repeats at a fixed interval.
 * @example
 * ```ts
 * class Jobs {
 *   @app.schedule(rate(5, 'minutes'))
 *   heartbeat(event: ScheduledEvent) {
 *     return event.time;
 *   }
 * }
 * ```
 */
/* @__NO_SIDE_EFFECTS__ */
export function rate<const N extends number, const U extends RateUnit<N>>(
  value: N,
  unit: U,
): `rate(${N} ${U})` {
  return `rate(${value} ${unit})`;
}

/** JSON that a schedule can pass to its function. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/** The options of `app.schedule`. */
export type ScheduleOptions<Input extends JsonValue = JsonValue> = {
  /** The time zone for `cron` and `at`: a name from the IANA time zone database; defaults to UTC. */
  readonly timezone?: string;
  /** JSON that the function receives instead of the event. */
  readonly input?: Input;
  /** If false, the schedule is created disabled; defaults to true. */
  readonly enabled?: boolean;
  /** The description of the schedule in the AWS console. */
  readonly description?: string;
} & FunctionOptions;

type Unit = 'minutes' | 'hours' | 'days';
type Expression =
  | `rate(1 ${'minute' | 'hour' | 'day'})`
  | `rate(${number} ${Unit})`
  | `cron(${string} ${string} ${string} ${string} ${string} ${string})`
  | `at(${string})`;

/** The expression if it is valid, otherwise the error message. The compiler checks what this type cannot check. */
type CheckedExpression<E extends string> = string extends E
  ? E
  : [E, E extends `rate(1 ${Unit})` ? 'plural' : ''] extends [Expression, '']
    ? E
    : 'A schedule is written like rate(5 minutes), cron(0 3 * * ? *) or at(2030-01-31T08:00:00)';

/** The type of an inline value without `readonly`, as a function parameter may declare it. */
type Written<T> = T extends readonly unknown[] | Readonly<Record<string, unknown>>
  ? { -readonly [Name in keyof T]: Written<T[Name]> }
  : T;

export interface ScheduleMembers {
  /**
   * Declares a function that EventBridge calls on a schedule. Use it as a method decorator, or call it with a function.
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

/** The decorator for a function that receives the `input` of its schedule. */
export type InputDecorator<Input> = {
  <F extends EventFunction = (input: Input, context: LambdaContext) => unknown>(
    fn: CheckedInput<F, Input, F>,
  ): F;
  <F extends EventFunction>(
    target: object,
    name: CheckedInput<F, Input, string | symbol>,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
};

type CheckedInput<F extends EventFunction, Input, Then> = [Parameters<F>] extends [never]
  ? 'It must decorate a method or be called with a function that takes the input'
  : Required<Parameters<F>> extends
        readonly [] | readonly [infer First, unknown?] | readonly [infer First, unknown]
    ? [Input] extends [First]
      ? Then
      : 'The function takes the input of the schedule, and this parameter is of another type'
    : 'The function takes the input of the schedule and a context';
