// The values of expressions, as far as they are known without running the program.
import type { SourceSpan, Diagnostic, Fix } from '../diagnostics/diagnostic.js';

export type Spanned<T> = { readonly value: T; readonly at: SourceSpan };

/** A value that is known without running the program, or the reason why it is not. Each part has its own location. */
export type StaticValue =
  /**
   * `literal` is the location of a quoted literal without escapes: an offset in the value is also an offset between its quotes.
   */
  | {
      readonly kind: 'string';
      readonly value: string;
      readonly at: SourceSpan;
      readonly literal?: SourceSpan;
      /** The environment variable that provides the string, if the whole expression is `process.env.NAME`. */
      readonly variable?: string;
      /** For a path with prefixes: the prefixes, outermost first, followed by the path of the route. */
      readonly pieces?: readonly StaticText[];
    }
  | { readonly kind: 'number'; readonly value: number; readonly at: SourceSpan }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly at: SourceSpan }
  | { readonly kind: 'null'; readonly at: SourceSpan }
  | { readonly kind: 'undefined'; readonly at: SourceSpan }
  | { readonly kind: 'list'; readonly items: readonly StaticValue[]; readonly at: SourceSpan }
  | { readonly kind: 'object'; readonly entries: readonly StaticEntry[]; readonly at: SourceSpan }
  /** A `new` expression for an option class of this package, or a call to an option function. `name` is the exported name. */
  | {
      readonly kind: 'instance';
      readonly name: string;
      readonly arguments: readonly StaticValue[];
      readonly at: SourceSpan;
      /** The call that creates the middleware or error format. `at` is where its name is used. */
      readonly origin?: SourceSpan;
      readonly provider?: ProviderOptionsValue;
    }
  /** A value that is not static. `at` is the location of the part that is not static, and `reason` says why. */
  | {
      readonly kind: 'unknown';
      readonly reason: UnknownReason;
      readonly at: SourceSpan;
      /** True for a spread, `...items`, which may stand for any number of items. */
      readonly isSpread?: true;
      /** The environment variable, if it is the whole expression. */
      readonly variable?: string;
      /** Set for a provider that a function of the project creates and returns. */
      readonly provider?: ProviderOptionsValue;
    };

/** The second argument of `middleware.provide(...)`. */
export type ProviderOptionsValue = {
  /** The name of the variable that holds the provider, or of the property of a constant object. */
  readonly name: string | undefined;
  readonly options: StaticValue;
  /** The call that creates the provider, and by which the provider is identified. */
  readonly at: SourceSpan;
};

export type StaticText = Extract<StaticValue, { readonly kind: 'string' }>;
export type StaticObject = Extract<StaticValue, { readonly kind: 'object' }>;
export type StaticList = Extract<StaticValue, { readonly kind: 'list' }>;
export type StaticInstance = Extract<StaticValue, { readonly kind: 'instance' }>;

/** A property of a static object. The `at` of `key` is the location of the name. */
export type StaticEntry = { readonly key: Spanned<string>; readonly value: StaticValue };

/** Why a value is not static. `text` is the source text of the part that is not static, shortened. */
export type UnknownReason =
  /** `callee` is set for a function from the project or a package. `module` is the specifier of the package. */
  | {
      readonly kind: 'call';
      readonly text: string;
      readonly callee?: 'function' | 'package';
      readonly module?: string;
      readonly isMissing?: true;
    }
  | { readonly kind: 'reassigned'; readonly name: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'unresolved'; readonly name: string }
  | {
      readonly kind: 'outside-project';
      readonly name: string;
      readonly module: string;
      readonly isMissing?: true;
    }
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'missing-property'; readonly name: string; readonly text: string }
  | { readonly kind: 'cycle'; readonly name: string }
  | { readonly kind: 'too-large'; readonly text: string }
  | { readonly kind: 'expression'; readonly text: string; readonly isFunction?: true };

/** Returns the last entry with the name, because it takes precedence. `undefined` counts as absent. */
export function entryOf(value: StaticValue | undefined, name: string): StaticEntry | undefined {
  if (value?.kind !== 'object') return undefined;
  const { entries } = value;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (entry?.key.value === name) return entry.value.kind === 'undefined' ? undefined : entry;
  }
  return undefined;
}

/** A range in a string's value, in UTF-16 code units. */
export type TextRange = readonly [start: number, end: number];

/** Returns the location of characters in a string, or of the whole expression if the string is not a plain literal. */
export function placeInText({ at, literal }: StaticText, range: TextRange): SourceSpan {
  return literal && isSamePlace(at, literal) ? placeInLiteral(literal, range) : at;
}

/** Returns the location of the literal as a related location, if the value comes from a constant. */
export function writtenElsewhere(
  { at, literal }: StaticText,
  range: TextRange,
): NonNullable<Diagnostic['related']> {
  if (!literal || isSamePlace(at, literal)) return [];
  return [{ message: 'It is written here.', at: placeInLiteral(literal, range) }];
}

/** Replaces characters of a string in the source; undefined if they do not appear literally in the source. */
export function replaceInText(
  { literal }: StaticText,
  range: TextRange,
  change: Change,
): Fix | undefined {
  return literal && replaceSource(placeInLiteral(literal, range), change);
}

/** Replaces a whole string; undefined if there is no replacement. The title defaults to `Write <text>`. */
export function replaceText(
  given: StaticText,
  text: string | undefined,
  title?: string,
): Fix | undefined {
  if (text === undefined) return undefined;
  return replaceInText(given, [0, given.value.length], { title: title ?? `Write ${text}`, text });
}

export function replaceSource({ file, start, end }: SourceSpan, { title, text }: Change): Fix {
  return { title, edits: [{ file, start, end, text }] };
}

type Change = { readonly title: string; readonly text: string };

export function isSamePlace(left: SourceSpan, right: SourceSpan): boolean {
  return left.file === right.file && left.start === right.start && left.end === right.end;
}

/** Returns the location of characters in a literal, counted from its opening quote. A quoted literal is always on one line. */
function placeInLiteral(literal: SourceSpan, [start, end]: TextRange): SourceSpan {
  const first = literal.start + 1;
  const column = literal.column + 1;
  return {
    ...literal,
    start: first + start,
    end: first + end,
    column: column + start,
    endColumn: column + end,
  };
}

/** Removes an item of a list together with a comma; undefined if the items are not written together in one list. */
export function removeItem(list: StaticList, index: number): Fix | undefined {
  const item = list.items[index];
  const before = list.items[index - 1];
  const after = list.items[index + 1];
  if (!item || ![item, before, after].every((part) => !part || isInside(part.at, list.at))) {
    return undefined;
  }
  const start = before ? before.at.end : item.at.start;
  const end = before || !after ? item.at.end : after.at.start;
  if (start > item.at.start || end < item.at.end) return undefined;
  const title = item.kind === 'string' ? `Remove '${item.value}'` : 'Remove the item';
  return { title, edits: [{ file: item.at.file, start, end, text: '' }] };
}

function isInside(inner: SourceSpan, outer: SourceSpan): boolean {
  return inner.file === outer.file && inner.start >= outer.start && inner.end <= outer.end;
}
