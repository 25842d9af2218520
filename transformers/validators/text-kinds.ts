// How texts of a query string, of headers, of captures and of forms become values: a number for each name, whose bits say
// what a text may become. The runtime has the other half (runtime/input-texts.ts).
import type { Type, TypeDefinitions } from '../../compiler/declarations/declared-type.js';
import { membersOf, typeOf } from './code-parts.js';

const NUMBER = 1;
const FLAG = 2;
const LIST = 4;

/** What a text may become to be of a type; 0 for one that stays what it is. */
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

/** The arguments that tell the runtime of an object: kinds by declared name, and the kind of every other name. */
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
  // Without a prototype, because a client may send any name.
  const object = `{${['__proto__:null', ...kinds].join()}}`;
  return otherKind === 0 ? [object] : [object, String(otherKind)];
}

/** In an object that is written out, `__proto__` is a name like others only in brackets. */
function keyCode(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}
