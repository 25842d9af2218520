// Returns what is known about an input after all values have been propagated. A doubtful value counts as unknown, because a
// wrong value would remove a permission that the application needs.
import { DEEPEST_INPUT } from '../limits.js';
import { compareTexts } from '../../../groups.js';
import { changeable, settleInputs, type InputValue, type TextPattern } from '../../sdk-use.js';
import { type InputNode, type Node, isUnknown, type ObjectToken } from '../model.js';
import { isText } from '../values/text.js';

const NOTHING: InputValue = { kind: 'unknown' };
const ABSENT: InputValue = { kind: 'absent' };

export function readInputs(inputs: readonly InputNode[]): readonly InputValue[] {
  const values = inputs.flatMap((input): readonly InputValue[] => {
    if (input.kind === 'value') return readPlaces(input.node);
    const items = input.nodes.map((node) => readNode(node, []));
    return [{ kind: 'list', items, isOpen: input.isOpen }];
  });
  return settleInputs(values);
}

function readPlaces({ tokens }: Node): readonly InputValue[] {
  if (tokens.length === 0) return [NOTHING];
  // Code that receives the object often returns it, so an unknown value next to the object is probably the same object.
  const isReturned = tokens.some(
    (token) => token.kind === 'object' && (token.hasEscaped || token.isLent),
  );
  const values = tokens.flatMap((token): InputValue | readonly InputValue[] => {
    if (isReturned && isUnknown(token)) return [];
    if (token.kind === 'undefined') return ABSENT;
    return token.kind === 'object' ? readObject(token, []) : NOTHING;
  });
  return values.length < tokens.length ? values.map(changeable) : values;
}

/** Returns the value of a node. `around` lists the objects that contain this value. */
function readNode({ tokens }: Node, around: readonly ObjectToken[]): InputValue {
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
  if (around.includes(object) || around.length >= DEEPEST_INPUT) return NOTHING;
  const inside = [...around, object];
  const value = object.form === 'list' ? readList(object, inside) : readMembers(object, inside);
  return isTouched(object) ? changeable(value) : value;
}

/** Tells whether an object may have members or values that the source does not show. */
function isTouched({ hasEscaped, form, any }: ObjectToken): boolean {
  if (hasEscaped || form === 'list') return hasEscaped;
  return form !== 'literal' || any.tokens.length > 0;
}

function readMembers(object: ObjectToken, inside: readonly ObjectToken[]): InputValue {
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

/** Tells whether an object certainly has a member: from its own literal, or from an object that is spread into it. */
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
