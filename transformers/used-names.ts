// Which names of the runtime an application may reach, read off the text of its modules. What cannot be told counts as
// used: the answer decides only what a bundle weighs.
import type { UsedNames } from './slim-runtime.js';

/** Members that the runtime calls only where they are, each with the word of an application that asks for it. */
const ASKED_FOR: Readonly<Record<string, string>> = {
  $run: 'currentRequest',
  $deliverJson: 'binaryTypes',
  $logError: 'log',
  $debugAnswer: 'debug',
  $answerResponse: 'Response',
  $getAll: 'getAll',
};

/** Tells what modules of an application use; `written` are names that the compiler writes or calls for them. */
export function usedNames(texts: readonly string[], written: readonly string[]): UsedNames {
  const isAllUsed = texts.some(takesEveryName);
  const handed = texts.some(handsApiOn) ? ['binaryTypes'] : [];
  const known = new Map([...written, ...handed].map((name) => [name, true]));
  const has = (name: string): boolean => {
    const word = ASKED_FOR[name] ?? name;
    const isUsed = isAllUsed || (known.get(word) ?? texts.some((text) => hasWord(text, word)));
    known.set(word, isUsed);
    return isUsed;
  };
  return { has, whole: new Set(wholeClasses(texts)) };
}

function wholeClasses(texts: readonly string[]): readonly string[] {
  const names = new Set(texts.flatMap(applicationNames));
  return [
    ...(texts.some(handsRequestOn) ? ['Request'] : []),
    ...(texts.some(handsLogOn) ? ['Logger'] : []),
    ...(texts.some((text) => [...names].some((name) => isIndexed(name, text)))
      ? ['Application']
      : []),
  ];
}

/** Tells whether a word stands in a text, alone. */
export function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\w$]/.test(text.charAt(at - 1)) && !/[\w$]/.test(text.charAt(at + word.length)))
      return true;
  return false;
}

/** `import * as names from 'framework'`, `export *`, `import('framework')` or `require('framework')`. */
function takesEveryName(text: string): boolean {
  return /(?:\*\s*(?:as\s+[\w$]+\s*)?from|\b(?:import|require)\s*\()\s*['"`]framework['"`]/.test(
    text,
  );
}

/** Behind a value: one of its members is read by a name that stands there. Its class tells all. */
const READ = /^!?\s*\??\.\s*(?!constructor\b)[A-Za-z_$]/;

type Use = { readonly before: string; readonly behind: string };

function usesOf(word: string, text: string): readonly Use[] {
  return [...text.matchAll(new RegExp(`(?<![\\w$])${word}(?![\\w$])`, 'g'))].map(({ index }) => ({
    before: text.slice(0, index),
    behind: text.slice(index + word.length),
  }));
}

/** Tells whether a module does more with the request than to read its members by name: then any may be read. */
function handsRequestOn(text: string): boolean {
  return usesOf('currentRequest', text).some(
    ({ before, behind }) =>
      !READ.test(behind) && !(/^!?\s*[;\n]/.test(behind) && isTakenApart(before, text)),
  );
}

/** A log is given to clients of services, which call any of its methods. A call of `log` itself is another's. */
function handsLogOn(text: string): boolean {
  return usesOf('log', text).some(({ behind }) => !READ.test(behind) && !/^\s*\(/.test(behind));
}

/** The word is an everyday one, so only a member, a name in a pattern or a text counts. */
function handsApiOn(text: string): boolean {
  return usesOf('api', text).some(
    ({ before, behind }) => /[.{,'"`]\s*$/.test(before.slice(-100)) && !READ.test(behind),
  );
}

/** The variables that are made as an application. */
function applicationNames(text: string): readonly string[] {
  return [
    ...text.matchAll(/([A-Za-z_]\w*)\s*(?::[^=;]*)?=\s*new\s+(?:[\w$]+\.)*Framework\b/g),
  ].flatMap(([, name]) => name ?? []);
}

/** Tells whether members of a variable are read by names that are worked out; `{ app as other }` only renames it. */
function isIndexed(name: string, text: string): boolean {
  return usesOf(name, text).some(
    ({ before, behind }) =>
      /^!?\s*(?:\?\.\s*)?\[|^\s+as\s+(?!\w+\s*[,}])|^\s*\.\s*constructor\b/.test(behind) ||
      /\b(?:Reflect|Object)\.\w+\(\s*$/.test(before.slice(-100)),
  );
}

/** `const { method } = app.currentRequest`, or `const request = app.currentRequest` when it is read by name too. */
function isTakenApart(before: string, text: string): boolean {
  const pattern = /\b(?:const|let|var)\s*\{([^{}]*)\}\s*=\s*[\w$.]+\.\s*$/.exec(before)?.[1];
  if (pattern !== undefined) return !/\.\.\.|\[/.test(pattern);
  const name = /(?<!\bexport\s+)\bconst\s+([A-Za-z_]\w*)\s*=\s*[\w$.]+\.\s*$/.exec(before)?.[1];
  return name !== undefined && isReadByName(name, text);
}

function isReadByName(name: string, text: string): boolean {
  return usesOf(name, text).every(
    ({ behind }) =>
      READ.test(behind) || /^\s*=\s*[\w$.]+\.\s*currentRequest!?\s*[;\n]/.test(behind),
  );
}
