// Types with rules for the inputs of a view: strings, numbers and lists. The compiler reads the rules from the source;
// TypeScript sees `string`, `number` and arrays, and a plain value is assignable to each.

/** The rules for {@link Text}. Lengths count code points. */
export type TextRules = {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression with the flag `u`. It may match any part of the string unless it contains `^` and `$`. */
  readonly pattern?: string;
  readonly format?: 'date' | 'date-time' | 'email' | 'uri' | 'uuid';
  /** The `message` for every problem with the value, even if the value is missing. */
  readonly message?: string;
};

/** The rules for {@link Int} and {@link Num}. */
export type NumberRules = {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  /** The `message` for every problem with the value, even if the value is missing. */
  readonly message?: string;
};

/** The rules for {@link List}. */
export type ListRules = {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  /** The `message` for every problem with the value, even if the value is missing. */
  readonly message?: string;
};

/** Checks the rules `R` for a type. The type of an unknown rule becomes an error message. */
type Checked<R, Rules, Name extends string> = {
  readonly [Key in keyof R]: Key extends keyof Rules
    ? Rules[Key]
    : `${Name} has no rule '${Key & string}'`;
};

/**
 * A string with rules, for an input of a view.
 * @example
 * ```ts
 * import type { Text } from 'framework';
 *
 * type CountryCode = Text<{ pattern: '^[A-Z]{2}$' }>;
 * ```
 */
export type Text<R extends Checked<R, TextRules, 'Text'> = NoRules> = string & {
  readonly '~text'?: R;
};

/**
 * An integer, with or without rules.
 * @example
 * ```ts
 * import type { Int } from 'framework';
 *
 * type Page = Int<{ minimum: 1; maximum: 999 }>;
 * ```
 */
export type Int<R extends Checked<R, NumberRules, 'Int'> = NoRules> = number & {
  readonly '~int'?: R;
};

/**
 * A number, with or without rules.
 * @example
 * ```ts
 * import type { Num } from 'framework';
 *
 * type Price = Num<{ minimum: 0; multipleOf: 0.01 }>;
 * ```
 */
export type Num<R extends Checked<R, NumberRules, 'Num'> = NoRules> = number & {
  readonly '~num'?: R;
};

/**
 * A list with rules.
 * @example
 * ```ts
 * import type { List } from 'framework';
 *
 * type Tags = List<string, { maxItems: 9; uniqueItems: true }>;
 * ```
 */
export type List<T, R extends Checked<R, ListRules, 'List'> = NoRules> = T[] & {
  readonly '~list'?: R;
};

type NoRules = object;
