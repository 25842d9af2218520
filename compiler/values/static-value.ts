// The values of expressions that are known without running the program.
import type { SourceSpan } from '../diagnostics/diagnostic.js';

/** A value with the location of its expression. */
export type Spanned<T> = { readonly value: T; readonly at: SourceSpan };

/**
 * A value that is known without running the program, or the reason why it is not. `undefined` in the source is `{ kind:
 * 'undefined' }`. Each value has its own location, so that a rule can point at an item of a list.
 */
export type StaticValue =
  /**
   * `literal` is the quoted literal, wherever it is written, when the source between the quotes is the value: then offsets in
   * one are offsets in the other, and the text can be fixed there.
   */
  | {
      readonly kind: 'string';
      readonly value: string;
      readonly at: SourceSpan;
      readonly literal?: SourceSpan;
      /** The environment variable that holds the string: `process.env.NAME` and nothing else. */
      readonly variable?: string;
      /** For a path with prefixes: the prefixes, outermost first, and the path of the route. */
      readonly pieces?: readonly StaticText[];
    }
  | { readonly kind: 'number'; readonly value: number; readonly at: SourceSpan }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly at: SourceSpan }
  | { readonly kind: 'null'; readonly at: SourceSpan }
  | { readonly kind: 'undefined'; readonly at: SourceSpan }
  | { readonly kind: 'list'; readonly items: readonly StaticValue[]; readonly at: SourceSpan }
  | { readonly kind: 'object'; readonly entries: readonly StaticEntry[]; readonly at: SourceSpan }
  /**
   * `new` of one of our option classes, or a call of one of our option functions; `name` is the exported name, whatever the
   * import calls it.
   */
  | {
      readonly kind: 'instance';
      readonly name: string;
      readonly arguments: readonly StaticValue[];
      readonly at: SourceSpan;
      /** The call that creates it, such as `middleware(...)` or `errorFormat(...)`. `at` is where its name is used. */
      readonly origin?: SourceSpan;
      readonly provider?: ProviderOptionsValue;
    }
  /** Not static. `at` is the location of the part that is not, `reason` says why. */
  | {
      readonly kind: 'unknown';
      readonly reason: UnknownReason;
      readonly at: SourceSpan;
      /** True for a spread, `...items`, which may be any number of items. */
      readonly isSpread?: true;
      /** The environment variable that the value is, when nothing else is computed from it. */
      readonly variable?: string;
      /** For a provider that a function of the project returns. */
      readonly provider?: ProviderOptionsValue;
    };

/** The second argument of `middleware.provide(...)`. */
export type ProviderOptionsValue = {
  /** The variable, or the property of a constant object, that holds the provider. */
  readonly name: string | undefined;
  readonly options: StaticValue;
  /** The call that creates the provider, which identifies it. */
  readonly at: SourceSpan;
};

export type StaticText = Extract<StaticValue, { readonly kind: 'string' }>;
export type StaticObject = Extract<StaticValue, { readonly kind: 'object' }>;
export type StaticList = Extract<StaticValue, { readonly kind: 'list' }>;
export type StaticInstance = Extract<StaticValue, { readonly kind: 'instance' }>;

/** A property of a static object. `at` of `key` is where the name is written. */
export type StaticEntry = { readonly key: Spanned<string>; readonly value: StaticValue };

/** Why a value is not static. `text` is the source of the part, shortened. */
export type UnknownReason =
  /**
   * `callee` is set for a function of the project or of a package, whose specifier is `module` and which may not be installed.
   */
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

/** The last entry with that name, which wins. An entry whose value is `undefined` is absent. */
export function entryOf(value: StaticValue | undefined, name: string): StaticEntry | undefined {
  if (value?.kind !== 'object') return undefined;
  const { entries } = value;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (entry?.key.value === name) return entry.value.kind === 'undefined' ? undefined : entry;
  }
  return undefined;
}
