// Values of object literals.
import { keyName, spanOf } from '../syntax/expressions.js';
import type { ObjectExpression, PropertyName } from '../syntax/tree.js';
import type { Evaluator } from './evaluate.js';
import type { Spanned, StaticEntry, StaticValue } from '../values/static-value.js';
import { unknownExpression, type Unknown } from './unknown-value.js';
import { limitSize } from './value-size.js';

type Property = ObjectExpression['properties'][number];

/** The object's properties. Of several with one name, the last one counts. */
export function evaluateObject(evaluator: Evaluator, node: ObjectExpression): StaticValue {
  const { module } = evaluator;
  const entries = new Map<string, StaticEntry>();
  for (const property of node.properties) {
    const found = readProperty(evaluator, property);
    if ('kind' in found) return found;
    for (const entry of found) {
      entries.delete(entry.key.value);
      entries.set(entry.key.value, entry);
    }
  }
  const at = module.record.source.spanOf(node.span);
  const value = { kind: 'object', entries: [...entries.values()], at } as const;
  return limitSize(value, { module, span: node.span });
}

/** The entries of one property. A name or spread that is not known makes the whole object unknown. */
function readProperty(evaluator: Evaluator, property: Property): readonly StaticEntry[] | Unknown {
  const { module } = evaluator;
  switch (property.type) {
    case 'SpreadElement':
      return spreadEntries(evaluator, evaluator.evaluate(property.arguments), property);
    case 'Identifier': {
      const at = module.record.source.spanOf(property.span);
      return [{ key: { value: property.value, at }, value: evaluator.evaluate(property) }];
    }
    case 'AssignmentProperty':
      return unknownExpression(module, property.key.span);
    case 'KeyValueProperty': {
      const key = readKey(evaluator, property.key);
      return 'kind' in key ? key : [{ key, value: evaluator.evaluate(property.value) }];
    }
    case 'GetterProperty':
    case 'SetterProperty':
    case 'MethodProperty': {
      const key = readKey(evaluator, property.key);
      if ('kind' in key) return key;
      return [{ key, value: unknownExpression(module, property.key.span) }];
    }
  }
}

function spreadEntries(
  { module }: Evaluator,
  value: StaticValue,
  { arguments: spread }: Property & { readonly type: 'SpreadElement' },
): readonly StaticEntry[] | Unknown {
  switch (value.kind) {
    case 'object':
      return value.entries;
    case 'unknown':
      return value;
    case 'undefined':
    case 'null':
    case 'boolean':
    case 'number':
      return [];
    default:
      return unknownExpression(module, spanOf(spread));
  }
}

function readKey(evaluator: Evaluator, key: PropertyName): Spanned<string> | Unknown {
  const { module } = evaluator;
  const written = keyName(key);
  if (written !== undefined) return { value: written, at: module.record.source.spanOf(key.span) };
  if (key.type !== 'Computed') return unknownExpression(module, key.span);
  const value = evaluator.evaluate(key.expression);
  if (value.kind === 'unknown') return value;
  if (value.kind !== 'string' && value.kind !== 'number')
    return unknownExpression(module, key.span);
  return { value: String(value.value), at: value.at };
}
