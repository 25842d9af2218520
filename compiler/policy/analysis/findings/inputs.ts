// What is known of an input once all values have come to rest. In doubt a value counts as unknown, because a wrong one would
// remove a permission that the application needs.
import { compareTexts } from '../../../text-order.js';
import type { InputValue, TextPattern } from '../../sdk-use.js';
import type { InputNode } from '../analysis.js';
import type { Node } from '../values/value-graph.js';
import { isText } from '../values/text.js';
import type { ObjectToken } from '../values/token.js';

const NOTHING: InputValue = { kind: 'unknown' };
const ABSENT: InputValue = { kind: 'absent' };
const DEEPEST = 8;

/** The values of inputs: one for each place that gives one. */
export function readInputs(inputs: readonly InputNode[]): readonly InputValue[] {
  const values = inputs.flatMap((input) =>
    input.kind === 'value' ? readPlaces(input.node) : [readArguments(input)],
  );
  if (values.length === 0 || values.some(({ kind }) => kind === 'unknown')) return [NOTHING];
  const known = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...known.values()];
}

function readPlaces(node: Node): readonly InputValue[] {
  const tokens = node.tokens;
  if (tokens.length === 0) return [NOTHING];
  return tokens.map((token) => {
    if (token.kind === 'undefined') return ABSENT;
    return token.kind === 'object' ? readObject(token, []) : NOTHING;
  });
}

function readArguments(input: InputNode & { readonly kind: 'arguments' }): InputValue {
  const items = input.nodes.map((node) => readNode(node, []));
  return { kind: 'list', items, isOpen: input.isOpen };
}

/** `around` holds the objects that this value is a part of. */
function readNode(node: Node, around: readonly ObjectToken[]): InputValue {
  const tokens = node.tokens;
  const [first] = tokens;
  if (!first) return NOTHING;
  if (tokens.every(isText))
    return { kind: 'text', values: tokens.map(({ pattern }) => pattern).toSorted(byText) };
  if (tokens.length > 1) return NOTHING;
  switch (first.kind) {
    case 'other':
      return { kind: 'other', value: first.value };
    case 'undefined':
      return ABSENT;
    case 'object':
      return readObject(first, around);
    default:
      return NOTHING;
  }
}

function byText(first: TextPattern, second: TextPattern): number {
  return compareTexts(JSON.stringify(first), JSON.stringify(second));
}

function readObject(object: ObjectToken, around: readonly ObjectToken[]): InputValue {
  if (object.hasEscaped || around.includes(object) || around.length >= DEEPEST) return NOTHING;
  const inside = [...around, object];
  if (object.form === 'list') return readList(object, inside);
  if (object.form !== 'literal' || object.any.tokens.length > 0) return NOTHING;
  const isOpen = object.open.tokens.length > 0 || object.copied.tokens.length > 0;
  const entries: Record<string, InputValue> = {};
  for (const name of [...object.fields.keys()].toSorted()) {
    const field = object.fields.get(name);
    if (!field || (field.tokens.length === 0 && !object.certain.has(name))) continue;
    const isHidden = isOpen && !object.after.has(name);
    const isSure = !isHidden && isCertain(object, name, []);
    entries[name] = isSure ? readNode(field, inside) : NOTHING;
  }
  return { kind: 'object', entries, isOpen };
}

/** Tells whether an object surely has a member: written out, or spread from an object that surely has it. */
function isCertain(object: ObjectToken, name: string, seen: readonly ObjectToken[]): boolean {
  if (object.certain.has(name)) return true;
  if (seen.includes(object)) return false;
  return object.spreads.some((from) => {
    const [only, ...others] = from.tokens;
    if (only?.kind !== 'object' || others.length > 0) return false;
    return isCertain(only, name, [...seen, object]);
  });
}

function readList(list: ObjectToken, inside: readonly ObjectToken[]): InputValue {
  const items: InputValue[] = [];
  for (let index = 0; list.certain.has(String(index)); index++) {
    const item = list.fields.get(String(index));
    items.push(item ? readNode(item, inside) : NOTHING);
  }
  const isOpen =
    list.any.tokens.length > 0 || list.open.tokens.length > 0 || list.spreads.length > 0;
  const isRegular = [...list.fields].every(
    ([name, { tokens }]) => list.certain.has(name) || tokens.length === 0,
  );
  return { kind: 'list', items, isOpen: isOpen || !isRegular || items.length < list.certain.size };
}
