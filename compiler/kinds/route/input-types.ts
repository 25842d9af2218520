// Questions about the types of inputs: what can be read from a text, which patterns and schemas stand in a type.
import type { Type, TypeDefinitions } from '../../declarations/declared-type.js';
import { resolved } from './inputs.js';

/** Whether a value of the type can be read from one text. */
export function isReadFromText(type: Type, definitions: TypeDefinitions): boolean {
  const found = resolved(type, definitions);
  if (found.kind === 'union')
    return found.of.every((member) => isReadFromText(member, definitions));
  return ['text', 'number', 'boolean', 'literal', 'null', 'undefined'].includes(found.kind);
}

/** Whether it can be read from the texts of one name, which may be repeated. */
export function isReadFromTexts(type: Type, definitions: TypeDefinitions): boolean {
  const found = resolved(type, definitions);
  if (found.kind === 'list') return isReadFromText(found.of, definitions);
  if (found.kind === 'union')
    return found.of.every((member) => isReadFromTexts(member, definitions));
  return isReadFromText(found, definitions);
}

/** Every type that a type is made of, itself first; each named type once. */
function partsOf(type: Type, definitions: TypeDefinitions): readonly Type[] {
  const parts: Type[] = [];
  const seen = new Set<string>();
  const open = [type];
  for (let part = open.pop(); part; part = open.pop()) {
    parts.push(part);
    if (part.kind === 'named') {
      const found = seen.has(part.key) ? undefined : definitions.get(part.key)?.type;
      seen.add(part.key);
      if (found) open.push(found);
    } else open.push(...childrenOf(part));
  }
  return parts;
}

function childrenOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'list':
      return [type.of];
    case 'tuple':
      return [...type.items.map((item) => item.type), ...(type.rest ? [type.rest] : [])];
    case 'object':
      return [...type.properties, ...(type.indexes ?? [])].map((part) => part.type);
    case 'union':
      return type.of;
    default:
      return [];
  }
}

/** The regular expressions of the texts in a type. */
export function patternsOf(type: Type, definitions: TypeDefinitions): readonly string[] {
  const patterns = partsOf(type, definitions).flatMap((part) => {
    if (part.kind === 'text') return part.rules?.patterns ?? [];
    return part.kind === 'object' ? (part.indexes ?? []).flatMap((index) => index.patterns) : [];
  });
  return [...new Set(patterns)];
}
