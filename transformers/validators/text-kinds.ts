// How texts of the query, headers, path parameters and forms become values. A number for each name has a bit for each
// conversion. The runtime has the other half (runtime/input-texts.ts).
import type { Type, TypeDefinitions } from '../../compiler/declarations/declared-type.js';
import { membersOf, typeOf } from './code-parts.js';

const NUMBER = 1;
const FLAG = 2;
const LIST = 4;

/** The conversions of a text for a type; 0 when it remains a text. */
export function kindOf(type: Type, definitions: TypeDefinitions): number {
  let kind = 0;
  for (const member of membersOf(type, definitions)) {
    const found = typeOf(member, definitions);
    const sort = found.kind === 'literal' ? typeof found.value : found.kind;
    if (sort === 'number') kind |= NUMBER;
    if (sort === 'boolean') kind |= FLAG;
    if (found.kind === 'list') kind |= LIST | kindOf(found.of, definitions);
    if (found.kind === 'schema') kind |= kindOf(found.document, definitions);
  }
  return kind;
}

/**
 * The arguments that describe an object to the runtime: conversions by declared name, and the conversion for all other
 * names.
 */
export function kindsCode(
  type: Type,
  definitions: TypeDefinitions,
  spell: (name: string) => string = (name) => name,
): readonly string[] {
  const found = typeOf(type, definitions);
  if (found.kind === 'schema') return kindsCode(found.document, definitions, spell);
  if (found.kind !== 'object') return [];
  const kinds = found.properties
    .map((property) => [property.name, kindOf(property.type, definitions)] as const)
    .map(([name, kind]) => `${keyCode(spell(name))}:${kind}`);
  const other = found.indexes?.find(({ patterns }) => patterns.length === 0);
  const otherKind = other ? kindOf(other.type, definitions) : 0;
  // The object has no prototype, because a client may send any name.
  const object = `{${['__proto__:null', ...kinds].join()}}`;
  return otherKind === 0 ? [object] : [object, String(otherKind)];
}

/** In an object literal, `__proto__` is an ordinary name only in brackets. */
function keyCode(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}
