// What the readers of schema values share: the current location, and notes about parts that cannot be read.
import type { LoadedModule } from '../facts/module-graph.js';
import { spanOf } from '../syntax/expressions.js';
import type { Expression } from '../syntax/tree.js';
import {
  literal,
  meaning,
  NULL,
  UNDEFINED,
  UNKNOWN,
  type Meaning,
  type NodePlace,
} from './meaning.js';
import type { TypeWorld } from './scope.js';
import { mayBeUndefined, unionOf } from './unions.js';

export type SchemaPlace = { readonly world: TypeWorld; readonly module: LoadedModule };

export type SchemaReading = SchemaPlace & {
  /** Reads any schema. The parts of a schema are also schemas. */
  readonly read: (scope: SchemaPlace, node: Expression | undefined) => Meaning;
};

/** A call in a schema: `z.string()`, `.min(1)`. */
export type Built = {
  readonly node: Expression;
  readonly name: string;
  readonly args: readonly Expression[];
};

export function placeOf({ module }: SchemaPlace, node: Expression | undefined): NodePlace {
  return { module, span: spanOf(node) };
}

/** Records that a part of the schema checks more than the document shows. */
export function widen(reading: SchemaPlace, { node, name }: Built, type: Meaning): Meaning {
  reading.world.notes.push({ at: placeOf(reading, node), name });
  return type;
}

/** Handles a part that cannot be read: in the document, it accepts any value, and it may be missing. */
export function unread(reading: SchemaPlace, built: Built): Meaning {
  return widen(reading, built, ANYTHING);
}

/** Any value, or none. {@link unionOf} has no such union, because `unknown` includes `undefined`. */
export const ANYTHING: Meaning = meaning({ kind: 'union', of: [UNKNOWN, UNDEFINED] });

/** Returns the union of schemas, which accepts a missing value if one of them does. */
export function oneOf(types: readonly Meaning[]): Meaning {
  const type = unionOf(types);
  return type.kind === 'unknown' && types.some(mayBeUndefined) ? ANYTHING : type;
}

export function optional(type: Meaning): Meaning {
  return oneOf([type, UNDEFINED]);
}

export function nullable(type: Meaning): Meaning {
  return oneOf([type, NULL]);
}

export function constantOf(node: Expression | undefined): Meaning | undefined {
  switch (node?.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return literal(node.value);
    case 'NullLiteral':
      return NULL;
    case 'UnaryExpression': {
      const { operator, argument } = node;
      return operator === '-' && argument.type === 'NumericLiteral'
        ? literal(-argument.value)
        : undefined;
    }
    case 'TsConstAssertion':
    case 'ParenthesisExpression':
      return constantOf(node.expression);
    default:
      return undefined;
  }
}

export function numberOf(node: Expression | undefined): number | undefined {
  const type = constantOf(node);
  return type?.kind === 'literal' && typeof type.value === 'number' ? type.value : undefined;
}

/** Returns the items of an array literal; undefined if an item is missing or spread. */
export function itemsOf(node: Expression | undefined): readonly Expression[] | undefined {
  if (node?.type === 'TsConstAssertion' || node?.type === 'ParenthesisExpression')
    return itemsOf(node.expression);
  if (node?.type !== 'ArrayExpression') return undefined;
  return allOf(node.elements.map((one) => (one && !one.spread ? one.expression : undefined)));
}

/** Returns the union of the literals in an array; undefined if any item is computed. */
export function choicesOf(node: Expression | undefined): Meaning | undefined {
  const types = allOf(itemsOf(node)?.map(constantOf) ?? [undefined]);
  return types && unionOf(types);
}

/** Returns the union of the values in an object literal: `{ A: 'a' }` in `z.enum`. */
export function valuesOf(node: Expression | undefined): Meaning | undefined {
  if (node?.type === 'TsConstAssertion') return valuesOf(node.expression);
  if (node?.type !== 'ObjectExpression') return undefined;
  const types = allOf(
    node.properties.map((property) =>
      property.type === 'KeyValueProperty' ? constantOf(property.value) : undefined,
    ),
  );
  return types && unionOf(types);
}

/** Returns the names in `{ a: true }` or `['a']`. */
export function namesOf(node: Expression | undefined): ReadonlySet<string> | undefined {
  const names =
    node?.type === 'ObjectExpression'
      ? node.properties.map((property) =>
          property.type === 'KeyValueProperty' && 'value' in property.key
            ? String(property.key.value)
            : undefined,
        )
      : itemsOf(node)?.map((item) => (item.type === 'StringLiteral' ? item.value : undefined));
  const known = names && allOf(names);
  return known && new Set(known);
}

function allOf<Item>(items: readonly (Item | undefined)[]): readonly Item[] | undefined {
  return items.every((item) => item !== undefined) ? items : undefined;
}

export function listOf(of: Meaning): Meaning {
  return meaning({ kind: 'list', of: () => of });
}
