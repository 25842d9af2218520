// `T[K]`.
import {
  ANY,
  NEVER,
  refuse,
  UNDEFINED,
  type Meaning,
  type MeaningOf,
  type NodePlace,
} from './meaning.js';
import { reduced } from './intersections.js';
import { notKnown, type Refusal } from './refusals.js';
import { membersOf, unionOf } from './unions.js';

export function indexed(written: Meaning, key: Meaning, at: NodePlace): Meaning {
  const type = reduced(written);
  if (type.kind === 'refused') return type;
  if (key.kind === 'refused') return key;
  if (type.kind === 'any') return ANY;
  if (type.kind === 'never') return NEVER;
  if (type.kind === 'union') return unionOf(type.of.map((member) => indexed(member, key, at)));
  if (key.kind === 'never') return NEVER;
  return unionOf(membersOf(key).map((member) => part(type, member, at)));
}

function part(type: Meaning, key: Meaning, at: NodePlace): Meaning {
  switch (type.kind) {
    case 'object':
      return key.kind === 'literal'
        ? propertyOf(type, String(key.value), at)
        : indexOf(type, key, at);
    case 'list':
      return isNumber(key) ? type.of() : refuse(at, notKnown('such parts of lists'));
    case 'tuple':
      return itemOf(type, key, at);
    default:
      return refuse(at, notKnown('parts of this type'));
  }
}

function isNumber(key: Meaning): boolean {
  return key.kind === 'number' || (key.kind === 'literal' && /^\d+$/.test(String(key.value)));
}

function propertyOf(type: MeaningOf<'object'>, name: string, at: NodePlace): Meaning {
  const property = type.properties.get(name);
  if (property) {
    const read = property.type();
    return property.isOptional ? unionOf([read, UNDEFINED]) : read;
  }
  const index = type.indexes.find(({ pattern }) => pattern === undefined);
  if (index && type.indexes.length === 1) return index.type();
  return refuse(at, noProperty(name));
}

const noProperty = (name: string): Refusal => ({
  why: `the type has no property \`${name}\` that is known`,
  instead: 'Name a property of the type.',
});

function indexOf({ indexes }: MeaningOf<'object'>, key: Meaning, at: NodePlace): Meaning {
  const [first] = indexes;
  const isText = key.kind === 'text' && !key.rules && !key.templates;
  const isKnown = isText || (key.kind === 'number' && !key.rules);
  if (isKnown && first && indexes.length === 1 && first.pattern === undefined) return first.type();
  if (first && key.kind === 'text' && key.templates?.length === 1) {
    const same = indexes.find(({ pattern }) => pattern === key.templates?.[0]);
    if (same && indexes.length === 1) return same.type();
  }
  return refuse(at, notKnown('parts of this type'));
}

function itemOf(type: MeaningOf<'tuple'>, key: Meaning, at: NodePlace): Meaning {
  const items = type.items.map(({ type: item, isOptional }) =>
    isOptional ? unionOf([item(), UNDEFINED]) : item(),
  );
  if (key.kind === 'number') return unionOf([...items, ...(type.rest ? [type.rest()] : [])]);
  if (!isNumber(key) || key.kind !== 'literal') return refuse(at, notKnown('such parts of lists'));
  const item = items[Number(key.value)];
  if (item) return item;
  return type.rest ? type.rest() : refuse(at, noProperty(String(key.value)));
}
