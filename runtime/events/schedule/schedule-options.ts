// The options of `app.schedule`, and the expressions that it takes.
import type { Middleware } from '../../layer.js';

/** JSON that a schedule hands over. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/** The options of `app.schedule`. */
export type ScheduleOptions<Input extends JsonValue = JsonValue> = {
  /** The time zone of `cron` and `at`, a name of the IANA database; UTC unless given. */
  readonly timezone?: string;
  /** JSON that the function gets in place of the event. */
  readonly input?: Input;
  /** False makes the schedule without letting it call; true unless given. */
  readonly enabled?: boolean;
  /** What is shown beside the schedule in the console of AWS. */
  readonly description?: string;
  /** The key in the `lambda_functions` configuration; the name of the method or variable unless given. */
  readonly name?: string;
  /** What runs around the function, inside of the middleware of the application. */
  readonly middleware?: readonly Middleware<'event'>[];
};

type Unit = 'minutes' | 'hours' | 'days';
type Expression =
  | `rate(1 ${'minute' | 'hour' | 'day'})`
  | `rate(${number} ${Unit})`
  | `cron(${string} ${string} ${string} ${string} ${string} ${string})`
  | `at(${string})`;

/** The expression, or what to write in its place. The compiler reads the rest of it. */
export type CheckedExpression<E extends string> = string extends E
  ? E
  : [E, E extends `rate(1 ${Unit})` ? 'plural' : ''] extends [Expression, '']
    ? E
    : 'A schedule is written like rate(5 minutes), cron(0 3 * * ? *) or at(2030-01-31T08:00:00)';

/** The type of a value that is written in place, as a function may declare it. */
export type Written<T> = T extends readonly unknown[] | Readonly<Record<string, unknown>>
  ? { -readonly [Name in keyof T]: Written<T[Name]> }
  : T;
