// Whether an annotation certainly refuses a string. Names are not resolved: an alias, an enum or a type parameter may
// accept strings.

/** Types of TypeScript and its library to which no string is assignable. */
const NOT_TEXTS: ReadonlySet<string> = new Set([
  'number',
  'boolean',
  'bigint',
  'symbol',
  'object',
  'void',
  'never',
  'true',
  'false',
  'Number',
  'Boolean',
  'Date',
  'RegExp',
  'URL',
  'Buffer',
  'Function',
]);

/** Generic types to which no string is assignable, whatever the arguments. */
const NOT_TEXT_GENERICS =
  /^(Array|ReadonlyArray|Record|Map|Set|ReadonlyMap|ReadonlySet|WeakMap|WeakSet|Promise|Uint8Array|ArrayBuffer)\b/;

/** `number` and `Date[]` do, `string | number`, `CityName` and `'a' | 'b'` do not. */
export function refusesText(type: string): boolean {
  if (type === 'string') return false;
  const members = splitUnion(type.trim()).filter((member) => !/^(undefined|null|)$/.test(member));
  return members.length > 0 && members.every(isNoText);
}

function isNoText(member: string): boolean {
  const inner = /^\((.*)\)$/s.exec(member)?.[1];
  if (inner !== undefined && isClosed(inner)) return refusesText(inner);
  return (
    NOT_TEXTS.has(member) ||
    NOT_TEXT_GENERICS.test(member) ||
    /^-?[\d.]/.test(member) ||
    /^[{[]/.test(member) ||
    /\[\]$/.test(member) ||
    /^(readonly|unique)\s/.test(member) ||
    (/=>/.test(member) && /^(new\s+)?[(<]/.test(member))
  );
}

/** The members of a union, without splitting inside brackets or quotes. */
function splitUnion(type: string): string[] {
  const members: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let index = 0; index < type.length; index += 1) {
    const character = type.charAt(index);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (/['"`]/.test(character)) quote = character;
    else if (/[([{<]/.test(character)) depth += 1;
    else if (/[)\]}]/.test(character) || (character === '>' && type[index - 1] !== '=')) depth -= 1;
    else if (character === '|' && depth === 0) {
      members.push(type.slice(start, index).trim());
      start = index + 1;
    }
  }
  members.push(type.slice(start).trim());
  return members;
}

/** Whether the brackets of a text pair up, so that the ones around it belong to each other. */
function isClosed(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
