// Makes a text that a simple pattern accepts: literals, character classes and repetitions. For other patterns it makes
// none.

/** A text for a pattern; undefined when none is found. */
export function textOfPattern(pattern: string): string | undefined {
  let text = '';
  let rest = pattern.replace(/^\^/, '').replace(/\$$/, '');
  while (rest !== '') {
    const [whole = '', escaped, members, literal, times = ''] = ATOM.exec(rest) ?? [];
    if (whole === '') return undefined;
    const character = characterOf({ escaped, members, literal });
    if (character === undefined) return undefined;
    text += character.repeat(leastOf(times));
    rest = rest.slice(whole.length);
  }
  return isTaken(text, pattern) ? text : undefined;
}

/** An escape, a character class or a character, with its repetition. */
const ATOM = /^(?:\\(.)|\[([^\]\\^]+|\\[dw])\]|([^\\[\](){}|*+?.^$]))(\{\d+(?:,\d*)?\}|[*+?])?/u;

type Atom = Readonly<Record<'escaped' | 'members' | 'literal', string | undefined>>;

function characterOf({ escaped, members, literal }: Atom): string | undefined {
  if (literal !== undefined) return literal;
  // The first character of the class: `[A-Z]` gives A.
  if (members !== undefined)
    return members.startsWith('\\') ? CLASSES[members.slice(1)] : members.charAt(0);
  if (escaped === undefined) return undefined;
  return /[A-Za-z0-9]/.test(escaped) ? CLASSES[escaped] : escaped;
}

const CLASSES: Readonly<Record<string, string>> = { d: '1', w: 'a' };

function leastOf(times: string): number {
  if (times === '' || times === '+') return 1;
  return Math.min(100, Number(/^\{(\d+)/.exec(times)?.[1] ?? 0));
}

function isTaken(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // The browser does not support the pattern.
    return false;
  }
}
