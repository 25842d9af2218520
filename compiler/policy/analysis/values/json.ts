// Values of JSON modules.
import type { Definition } from '../../../facts/definition.js';
import type { StaticValue } from '../../../values/static-value.js';
import { evaluateJson } from '../../../facts/json-module.js';
import { constant, type Analysis } from '../analysis.js';
import { connect, type Node } from './value-graph.js';
import { createObject, fieldOf } from './object.js';
import { textToken } from './text.js';
import { UNDEFINED, UNKNOWN, type ObjectToken, type Token } from './token.js';

export function jsonNode(
  analysis: Analysis,
  definition: Definition & { readonly kind: 'json' },
): Node {
  const key = `json ${definition.path} ${definition.name}`;
  const known = analysis.globals.get(key);
  if (known) return known;
  const [module] = analysis.program.graph.modules.values();
  const span = { start: 1, end: 1, ctxt: 0 };
  const value = module && evaluateJson(analysis.program, definition, { name: '', module, span });
  const node = constant(analysis, value ? tokenOf(analysis, value) : UNKNOWN);
  analysis.globals.set(key, node);
  return node;
}

function tokenOf(analysis: Analysis, value: StaticValue): Token {
  switch (value.kind) {
    case 'string':
      return textToken([value.value]);
    case 'number':
    case 'boolean':
      return { kind: 'other', value: value.value };
    case 'null':
      return { kind: 'other', value: null };
    case 'undefined':
      return UNDEFINED;
    case 'list': {
      const list = createObject('list');
      value.items.forEach((item, index) => fill(analysis, list, [String(index), item]));
      return list;
    }
    case 'object': {
      const object = createObject('literal');
      for (const { key, value: entry } of value.entries) fill(analysis, object, [key.value, entry]);
      return object;
    }
    default:
      return UNKNOWN;
  }
}

function fill(
  analysis: Analysis,
  object: ObjectToken,
  [name, value]: readonly [string, StaticValue],
): void {
  connect(analysis.queue, constant(analysis, tokenOf(analysis, value)), fieldOf(object, name));
  object.certain.add(name);
  object.after.add(name);
}
