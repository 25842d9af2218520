// The meaning of a type while it is being read. It has more forms than `Type`, because a type with a JSON representation may be
// derived from one without, as in `Omit<Row, 'save'>` if `save` is a function. Parts are computed on first use, so that a type
// may contain itself.
import type { LoadedModule } from '../facts/module-graph.js';
import type { Span } from '../syntax/tree.js';
import type { Refusal } from './refusals.js';
import type { EntityName } from './type-node.js';
import type { ListRules, NumberRules, TextRules } from '../declarations/declared-type.js';

export type NodePlace = { readonly module: LoadedModule; readonly span: Span };

/** Computes a value on the first call and returns it on later calls, as a function from `once` does. */
export type Lazy<Value> = () => Value;

/** A type argument. While it is still being read, only its `id` is known. */
export type Bound = { readonly id: string; readonly get: Lazy<Meaning> };

export type Origin = {
  readonly name: string;
  readonly at: NodePlace;
  readonly args: readonly Bound[];
};

export type MeantProperty = {
  readonly type: Lazy<Meaning>;
  readonly isOptional: boolean;
  /** The location of the property's name, directly after its TSDoc comment. */
  readonly at: NodePlace;
  /** True for a property with a numeric name, `1: T`. For such a property, `keyof` returns a number. */
  readonly isNumeric?: true;
  /** The enum member that is used as the name. `keyof` returns this member. */
  readonly name?: Meaning;
};

/** The index signature `[name: string]: T`. With a pattern, it applies only to matching names. */
export type MeantIndex = {
  readonly pattern?: string;
  readonly type: Lazy<Meaning>;
  /** True for the reverse mapping of a numeric enum, from numbers to names. It is ignored by `keyof`. */
  readonly isOfEnum?: true;
};

export type MeantItem = { readonly type: Lazy<Meaning>; readonly isOptional: boolean };

/** Types without a JSON representation, or with a JSON representation only in responses. */
export type ForeignKind =
  | 'function'
  | 'class'
  | 'bigint'
  | 'symbol'
  | 'date'
  | 'bytes'
  | 'map'
  | 'set'
  | 'promise'
  /** A type that a view can stream: `AsyncIterable<T>`, `ReadableStream<T>`, or a Node.js stream. */
  | 'stream'
  /** This package's `ServerSentEvent<T>`. */
  | 'event'
  /** This package's `Response<T>`. */
  | 'response';

type Kind =
  | { readonly kind: 'any' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'never' }
  | { readonly kind: 'null' }
  | { readonly kind: 'undefined' }
  | { readonly kind: 'void' }
  | {
      readonly kind: 'text';
      readonly rules?: TextRules;
      /** The regular expressions of template literal types. TypeScript compares them, unlike `rules`. */
      readonly templates?: readonly string[];
    }
  | { readonly kind: 'number'; readonly rules?: NumberRules }
  | {
      readonly kind: 'literal';
      readonly value: string | number | boolean;
      /** The enum declaration to which the literal belongs. */
      readonly enum?: object;
    }
  | {
      readonly kind: 'list';
      readonly of: Lazy<Meaning>;
      readonly isReadonly?: boolean | undefined;
      readonly rules?: ListRules;
    }
  | {
      readonly kind: 'tuple';
      readonly items: readonly MeantItem[];
      readonly rest?: Lazy<Meaning>;
      readonly isReadonly?: boolean | undefined;
    }
  | {
      readonly kind: 'object';
      readonly properties: ReadonlyMap<string, MeantProperty>;
      readonly indexes: readonly MeantIndex[];
      /** True for an interface, which is assignable to an index signature only if it declares one itself. */
      readonly isInterface?: boolean | undefined;
      /** Returns true if an intersection has a property that no value can have. In that case no object has the type. */
      readonly isImpossible?: Lazy<boolean>;
      /** The `keyof` of a mapped type. If it is absent, `keyof` is computed from properties and index signatures. */
      readonly keys?: Meaning;
    }
  | { readonly kind: 'union'; readonly of: readonly Meaning[] }
  | {
      readonly kind: 'foreign';
      readonly what: ForeignKind;
      readonly name: string;
      /** The type arguments; for a function, its return type. */
      readonly of: readonly Lazy<Meaning>[];
      /** The parameters of a function, as a tuple. */
      readonly parameters?: Lazy<Meaning>;
    }
  | {
      readonly kind: 'schema';
      /** The schema value, by the name that the annotation's module uses for it. */
      readonly value: { readonly module: LoadedModule; readonly name: EntityName };
      readonly document: Lazy<Meaning>;
    }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      /** The declaration that is rejected, if it is not at the location itself. */
      readonly related?: NodePlace | undefined;
    };

type Marks = {
  readonly at?: NodePlace | undefined;
  readonly origin?: Origin;
};

export type Meaning = Kind & Marks & { readonly id: number };

export type MeaningOf<Name extends Kind['kind']> = Meaning & { readonly kind: Name };

let count = 0;

export function meaning<Name extends Kind['kind']>(
  given: Extract<Kind, { readonly kind: Name }> & Marks,
): MeaningOf<Name> {
  return { ...given, id: ++count }; // because TypeScript does not combine the properties of a generic type
}

export const ANY: Meaning = meaning({ kind: 'any' });
export const UNKNOWN: Meaning = meaning({ kind: 'unknown' });
export const NEVER: Meaning = meaning({ kind: 'never' });
export const NULL: Meaning = meaning({ kind: 'null' });
export const UNDEFINED: Meaning = meaning({ kind: 'undefined' });
export const VOID: Meaning = meaning({ kind: 'void' });
export const TEXT: Meaning = meaning({ kind: 'text' });
export const NUMBER: Meaning = meaning({ kind: 'number' });
const TRUE: Meaning = meaning({ kind: 'literal', value: true });
const FALSE: Meaning = meaning({ kind: 'literal', value: false });
/** As in TypeScript, `boolean` is the union of `true` and `false`. */
export const BOOLEAN: Meaning = meaning({ kind: 'union', of: [FALSE, TRUE] });

const LITERALS = new Map<string | number, Meaning>();
const MOST_LITERALS = 10_000;

/** Returns the literal type for a value. The same value always has the same meaning. */
export function literal(value: string | number | boolean): Meaning {
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  const known = LITERALS.get(value);
  if (known) return known;
  if (LITERALS.size > MOST_LITERALS) LITERALS.clear();
  const made = meaning({ kind: 'literal', value });
  LITERALS.set(value, made);
  return made;
}

/** Creates the meaning of a node that cannot be read. The node is reported only if a JSON type needs it. */
export function refuse(at: NodePlace, refusal: Refusal, related?: NodePlace): MeaningOf<'refused'> {
  return meaning({ kind: 'refused', refusal, at, related });
}

export function bound(type: Meaning): Bound {
  return { id: String(type.id), get: () => type };
}
