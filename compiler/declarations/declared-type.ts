// A declared TypeScript type, as applied to a JSON value or string. Validators, JSON Schemas, the OpenAPI document and the
// client are generated from it.
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import { isMapping } from '../json-values.js';

/** Each rule is named after its JSON Schema 2020-12 keyword. Lengths count code points. */
export type TextRules = {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Regular expressions with the flag `u`, not anchored. The string must match all of them. */
  readonly patterns?: readonly string[];
  readonly format?: 'date' | 'date-time' | 'email' | 'uri' | 'uuid';
  /** A message by the author, which is added to a problem next to `expected`. */
  readonly message?: string;
};

export type NumberRules = {
  readonly isInteger?: true;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly message?: string;
};

export type ListRules = {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  readonly message?: string;
};

/** The TSDoc of a type or a property. */
export type TypeDocumentation = {
  readonly summary?: string;
  readonly description?: string;
  /** The text of the `@deprecated` tag, which may be empty. */
  readonly deprecated?: string;
  /** The values of `@example` and `@default`, if they are JSON. */
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  /** The text of a property's `@message` tag, which is added to a problem next to `expected`. */
  readonly message?: string;
};

export type Property = {
  readonly name: string;
  readonly type: Type;
  /** True for `a?: T`, and for `a: T | undefined`, because JSON has no `undefined`. */
  readonly isOptional: boolean;
  readonly documentation?: TypeDocumentation | undefined;
};

/** A regular expression, and the maximum length of the strings that it is applied to. */
export type CheckedPattern = { readonly pattern: string; readonly maxLength: number };

/** `[name: string]: T`; with patterns, only names that match all of them: `[name: `x-${string}`]: T`. */
export type IndexSignature = { readonly patterns: readonly string[]; readonly type: Type };

export type TupleItem = { readonly type: Type; readonly isOptional: boolean };

/** A type after it has been read. Unions are flat, without duplicates and without `never`. */
export type Type =
  /** `unknown` and `any`: every JSON value. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'never' }
  | { readonly kind: 'null' }
  /** `undefined` and `void`: no value. In an input it occurs only in the union of an optional property or item. */
  | { readonly kind: 'undefined' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text'; readonly rules?: TextRules }
  | { readonly kind: 'number'; readonly rules?: NumberRules }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'list'; readonly of: Type; readonly rules?: ListRules }
  /** `rest` is the type of all further items. A rest element in the middle of a tuple is not supported. */
  | { readonly kind: 'tuple'; readonly items: readonly TupleItem[]; readonly rest?: Type }
  /** Properties in source order. Other properties are allowed; without an index signature they are not checked. */
  | {
      readonly kind: 'object';
      readonly properties: readonly Property[];
      readonly indexes?: readonly IndexSignature[];
    }
  | { readonly kind: 'union'; readonly of: readonly Type[] }
  /** A named type, by its key in {@link TypeDefinitions}. It may be recursive. */
  | { readonly kind: 'named'; readonly key: string }
  /** `Date`, only in responses, where JSON represents it as a `date-time`. */
  | { readonly kind: 'date' }
  /** `Buffer` and `Uint8Array`: the whole body of a request or response. */
  | { readonly kind: 'bytes' }
  /**
   * The output type of a Standard Schema. `expression` refers to it in the view's module, and its own validator runs.
   * `document` is read from the calls that build the schema, and may accept more values.
   */
  | { readonly kind: 'schema'; readonly expression: string; readonly document: Type };

export type TypeDefinition = {
  /** The name in the source, which several definitions may share: `City`, `PageOfCity`. */
  readonly name: string;
  /** The enclosing namespaces, outermost first. */
  readonly namespaces?: readonly string[];
  readonly type: Type;
  readonly documentation?: TypeDocumentation | undefined;
  readonly at: SourceSpan;
};

/** The key consists of the module's path in the project and the name, with type arguments if it is generic. */
export type TypeDefinitions = ReadonlyMap<string, TypeDefinition>;

export type ViewInputs = {
  /** Path parameters whose type is not `string`, by parameter name. */
  readonly captures: readonly ViewInput[];
  readonly body?: ViewInput;
  readonly query?: ViewInput;
  readonly headers?: ViewInput;
};

export type ViewInput = {
  readonly name: string;
  readonly type: Type;
  /** True for `headers?: T`, or for a parameter with a default value. */
  readonly isOptional: boolean;
  readonly at: SourceSpan;
};

/** How a body is read, depending on the media types of its route. `either` is JSON or a form, depending on the request. */
export type BodyForm = 'json' | 'form' | 'either' | 'text' | 'bytes';

/** The inputs of a view. The binder generates the code that reads and validates them. */
export type BoundInputs = {
  readonly inputs: ViewInputs;
  readonly bodyForm: BodyForm;
  readonly definitions: TypeDefinitions;
};

// Tells whether a JSON value has a type. Patterns of template literal types are checked, because TypeScript checks them too,
// but no other rules.

export type AcceptReading = {
  readonly definitions: TypeDefinitions;
  /** True to accept strings and lists for an object type without required properties, as TypeScript does. */
  readonly isLoose?: true;
};

export function accepts(reading: AcceptReading, type: Type, value: unknown): boolean {
  switch (type.kind) {
    case 'unknown':
      return true;
    case 'never':
    case 'undefined':
    case 'date':
    case 'bytes':
      return false;
    case 'null':
      return value === null;
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return (
        typeof value === 'string' &&
        (type.rules?.patterns ?? []).every((pattern) => new RegExp(pattern, 'u').test(value))
      );
    case 'number':
      return typeof value === 'number';
    case 'literal':
      return value === type.value;
    case 'list':
      return Array.isArray(value) && value.every((item) => accepts(reading, type.of, item));
    case 'tuple':
      return acceptsTuple(reading, type, value);
    case 'object':
      return acceptsObject(reading, type, value);
    case 'union':
      return type.of.some((member) => accepts(reading, member, value));
    case 'named': {
      const definition = reading.definitions.get(type.key);
      if (!definition) throw new Error(`no definition of ${type.key}`);
      return accepts(reading, definition.type, value);
    }
    case 'schema':
      return accepts(reading, type.document, value);
  }
}

function acceptsTuple(
  reading: AcceptReading,
  { items, rest }: Type & { readonly kind: 'tuple' },
  value: unknown,
): boolean {
  if (!Array.isArray(value)) return false;
  const required = items.filter(({ isOptional }) => !isOptional).length;
  if (value.length < required || (!rest && value.length > items.length)) return false;
  return value.every((item, index) => {
    const type = items[index]?.type ?? rest;
    return type !== undefined && accepts(reading, type, item);
  });
}

function acceptsObject(
  reading: AcceptReading,
  { properties, indexes = [] }: Type & { readonly kind: 'object' },
  value: unknown,
): boolean {
  if (!isMapping(value)) {
    const asksNothing = indexes.length === 0 && properties.every(({ isOptional }) => isOptional);
    return reading.isLoose === true && value !== null && asksNothing;
  }
  const names = new Set(properties.map(({ name }) => name));
  return (
    properties.every(({ name, type, isOptional }) =>
      Object.hasOwn(value, name) ? accepts(reading, type, value[name]) : isOptional,
    ) &&
    Object.keys(value)
      .filter((name) => !names.has(name))
      .every((name) =>
        indexes
          .filter(({ patterns }) => patterns.every((one) => new RegExp(one, 'u').test(name)))
          .every(({ type }) => accepts(reading, type, value[name])),
      )
  );
}

/** Returns the keys of the named types that a type uses directly, one for each use. */
export function namesIn(type: Type): readonly string[] {
  switch (type.kind) {
    case 'named':
      return [type.key];
    case 'list':
      return namesIn(type.of);
    case 'tuple':
      return [...type.items.map((item) => item.type), ...(type.rest ? [type.rest] : [])].flatMap(
        namesIn,
      );
    case 'object':
      return [...type.properties, ...(type.indexes ?? [])].flatMap((part) => namesIn(part.type));
    case 'union':
      return type.of.flatMap(namesIn);
    case 'schema':
      return namesIn(type.document);
    default:
      return [];
  }
}

/** Returns the type that a named type refers to; undefined if it is defined as itself or not at all. */
export function typeBehind(type: Type, definitions: TypeDefinitions): Type | undefined {
  let found: Type | undefined = type;
  const seen = new Set<string>();
  while (found?.kind === 'named') {
    if (seen.has(found.key)) return undefined;
    seen.add(found.key);
    found = definitions.get(found.key)?.type;
  }
  return found;
}
