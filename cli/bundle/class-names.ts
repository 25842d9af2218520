// Preserves class names in a minified bundle. esbuild sets them with a call in a static block of each class, but V8 ignores
// such a name in stack traces. A class that already has its original name needs no call.
import { wordSet } from '../../compiler/groups.js';

/** Matches the esbuild helper that sets the name of a class. */
const HELPER =
  /(?<![\w$])([\w$]+)=\(([\w$]+),([\w$]+)\)=>[\w$]+\(\2,"name",\{value:\3,configurable:!0\}\)/;

const RESERVED = wordSet(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false',
  'finally for function if implements import in instanceof interface let new null package private protected public',
  'return static super switch this throw true try typeof var void while with yield',
);

/**
 * Replaces each helper call by giving the class itself its original name. The text keeps its length, so its source map still
 * matches. A name that is used elsewhere is skipped, because inside the class it could shadow another variable.
 */
export function nameClasses(code: string): string {
  const helper = HELPER.exec(code)?.[1];
  if (helper === undefined) return code;
  const call = new RegExp(
    `\\bclass( extends [\\w$.]+)?\\{static\\{${helper.replaceAll('$', '\\$')}\\(this,"([A-Za-z_$][\\w$]*)"\\)\\}`,
    'g',
  );
  const counts = new Map<string, number>();
  for (const [, , name = ''] of code.matchAll(call)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const written = countWords(code, counts.keys());
  const isFree = (name: string): boolean =>
    !RESERVED.has(name) && written.get(name) === counts.get(name);
  const free = new Set([...counts.keys()].filter(isFree));
  const named = code.replaceAll(
    call,
    (whole: string, heritage: string | undefined, name: string) =>
      free.has(name) ? `class ${name}${heritage ?? ''}{`.padEnd(whole.length) : whole,
  );
  return isCalled(named, helper) ? named : withoutHelper(named);
}

/** Returns true if the code calls the function. Methods with the same name do not count. */
function isCalled(code: string, name: string): boolean {
  const escaped = name.replaceAll('$', '\\$');
  return new RegExp(`(?<![\\w$.])${escaped}\\((?![\\w$,]*\\)\\{)`).test(code);
}

/** Removes esbuild's helper, and its alias of `Object.defineProperty` if nothing else uses the alias. */
function withoutHelper(code: string): string {
  const blank = (text: string): string => ' '.repeat(text.length);
  const rest = code.replace(new RegExp(`var ${HELPER.source};`), blank);
  const define = /^var ([\w$]+)=Object\.defineProperty;/m.exec(rest)?.[1];
  return define !== undefined && countWords(rest, [define]).get(define) === 1
    ? rest.replace(`var ${define}=Object.defineProperty;`, blank)
    : rest;
}

/** Counts how often each name occurs as a word in the code, including in strings. */
function countWords(code: string, names: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map([...names].map((name) => [name, 0]));
  const lengths = new Set([...counts.keys()].map(({ length }) => length));
  let start = 0;
  for (let at = 0; at <= code.length; at += 1) {
    if (isWordCode(code.charCodeAt(at))) continue;
    if (lengths.has(at - start)) {
      const word = code.slice(start, at);
      const count = counts.get(word);
      if (count !== undefined) counts.set(word, count + 1);
    }
    start = at + 1;
  }
  return counts;
}

/**
 * Returns true for a letter, a digit, `_` and `$`. Character codes are compared because a bundle has hundreds of thousands of
 * characters.
 */
function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36
  );
}
