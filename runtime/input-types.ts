// The types in which a view says what it takes: texts, numbers and lists with rules. The compiler reads the rules from the
// source; to TypeScript they are `string`, `number` and arrays, and a plain value is assignable to each.

/** The rules of {@link Text}. Lengths count characters as people do: code points. */
export type TextRules = {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression with the flag `u`; it may match anywhere unless it has `^` and `$`. */
  readonly pattern?: string;
  readonly format?: 'date' | 'date-time' | 'email' | 'uri' | 'uuid';
  /** What a problem of the value says as `message`, whatever is wrong with it, its lack included. */
  readonly message?: string;
};

/** The rules of {@link Int} and {@link Num}. */
export type NumberRules = {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  /** What a problem of the value says as `message`, whatever is wrong with it, its lack included. */
  readonly message?: string;
};

/** The rules of {@link List}. */
export type ListRules = {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  /** What a problem of the value says as `message`, whatever is wrong with it, its lack included. */
  readonly message?: string;
};

/** What the rules `R` of a type must be: an unknown one has the type of a message. */
type Checked<R, Rules, Name extends string> = {
  readonly [Key in keyof R]: Key extends keyof Rules
    ? Rules[Key]
    : `${Name} has no rule '${Key & string}'`;
};

/**
 * A text with rules, in what a view takes.
 *
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
 * An integer, with rules or without.
 *
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
 * A number, with rules or without.
 *
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
 *
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
