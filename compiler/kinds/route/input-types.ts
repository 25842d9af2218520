// Questions about input types: whether they can be read from a text, and as what a text is read.
import type { CheckedPattern, Type, TypeDefinitions } from '../../declarations/declared-type.js';
import { resolved } from './inputs.js';
import { patternState } from './pattern-safety.js';

/** Whether a value of the type can be read from one text. */
export function isReadFromText(type: Type, definitions: TypeDefinitions): boolean {
  const found = resolved(type, definitions);
  if (found.kind === 'union')
    return found.of.every((member) => isReadFromText(member, definitions));
  return ['text', 'number', 'boolean', 'literal', 'null', 'undefined'].includes(found.kind);
}

/** Whether the type can be read from the values of one name, which may be repeated. */
export function isReadFromTexts(type: Type, definitions: TypeDefinitions): boolean {
  const found = resolved(type, definitions);
  if (found.kind === 'list') return isReadFromText(found.of, definitions);
  if (found.kind !== 'union') return isReadFromText(found, definitions);
  const members = membersOf(found, definitions);
  return members.some(({ kind }) => kind === 'list')
    ? isListOrItem(members, definitions)
    : members.every((member) => isReadFromText(member, definitions));
}

/** A single text may also be a list of one. So everything else in the union must be one of the list's items. */
function isListOrItem(members: readonly Type[], definitions: TypeDefinitions): boolean {
  const lists = members.filter((member) => member.kind === 'list');
  const [list] = lists;
  const others = members.filter(({ kind }) => !['list', 'null', 'undefined'].includes(kind));
  if (!list || lists.length > 1) return false;
  const items = membersOf(list.of, definitions);
  const known = new Set(items.map((item) => JSON.stringify(item)));
  return (
    items.every((item) => isReadFromText(item, definitions)) &&
    others.every((member) => known.has(JSON.stringify(member))) &&
    (others.length === 0 || (list.rules?.minItems ?? 0) < 2)
  );
}

/** The members of a union and of the unions in it; any other type alone. */
function membersOf(type: Type, definitions: TypeDefinitions): readonly Type[] {
  const found = resolved(type, definitions);
  return found.kind === 'union'
    ? found.of.flatMap((member) => membersOf(member, definitions))
    : [found];
}

/** What a text can be read as, although it is also a string of the type; undefined when each text has one reading. */
export function ambiguityOf(
  type: Type,
  definitions: TypeDefinitions,
): 'a number' | 'true or false' | undefined {
  const members = membersOf(type, definitions).flatMap((member) =>
    member.kind === 'list' ? membersOf(member.of, definitions) : [member],
  );
  const isRead = (sort: 'number' | 'boolean'): boolean =>
    members.some(
      (member) =>
        member.kind === sort || (member.kind === 'literal' && typeof member.value === sort),
    );
  const isAlso = (samples: readonly string[]): boolean =>
    members.some((member) => samples.some((sample) => isTextOf(member, sample)));
  if (isRead('number') && (isAlso(NUMBERS) || members.some(isNumberText))) return 'a number';
  return isRead('boolean') && isAlso(FLAGS) ? 'true or false' : undefined;
}

/** Short and long texts in which clients probably write numbers. */
const NUMBERS = ['5', '-1', '1.5', '12345', '1234567890', '1234567890'.repeat(9)];
const FLAGS = ['true', 'false'];

function isTextOf(type: Type, text: string): boolean {
  if (type.kind === 'literal') return type.value === text;
  if (type.kind !== 'text' || type.rules?.format) return false;
  const { minLength = 0, maxLength = Infinity, patterns = [] } = type.rules ?? {};
  const isOfLength = text.length >= minLength && text.length <= maxLength;
  return isOfLength && patterns.every((pattern) => isMatch({ pattern, maxLength }, text));
}

/** False for a pattern that must not be run. It has its own diagnostic. */
function isMatch({ pattern, maxLength }: CheckedPattern, text: string): boolean {
  return patternState(pattern, maxLength) === 'safe' && new RegExp(pattern, 'u').test(text);
}

function isNumberText(type: Type): boolean {
  if (type.kind !== 'literal' || typeof type.value !== 'string') return false;
  try {
    return typeof JSON.parse(type.value) === 'number';
  } catch {
    return false;
  }
}
