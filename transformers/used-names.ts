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
  const known = new Map(written.map((name) => [name, true]));
  const has = (name: string): boolean => {
    const word = ASKED_FOR[name] ?? name;
    const isUsed = known.get(name) ?? texts.some((text) => hasWord(text, word));
    known.set(name, isUsed);
    return isUsed;
  };
  return { has, whole: new Set(texts.some(handsRequestOn) ? ['Request'] : []) };
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\w$]/.test(text.charAt(at - 1)) && !/[\w$]/.test(text.charAt(at + word.length)))
      return true;
  return false;
}

/** Tells whether a module does more with the request than to read its members by name: then any may be read. */
function handsRequestOn(text: string): boolean {
  return [...text.matchAll(/\bcurrentRequest\b/g)].some(({ index, 0: word }) => {
    const before = text.slice(0, index);
    const behind = text.slice(index + word.length);
    const isRead = /^!?\s*\??\.\s*[A-Za-z_$]/.test(behind);
    return !isRead && !(/^!?\s*[;\n]/.test(behind) && isTakenApart(before, text));
  });
}

/** `const { method } = app.currentRequest`, or `const request = app.currentRequest` when it is read by name too. */
function isTakenApart(before: string, text: string): boolean {
  const pattern = /\{([^{}]*)\}\s*=\s*[\w$.]+\.\s*$/.exec(before)?.[1];
  if (pattern !== undefined) return !/\.\.\.|\[/.test(pattern);
  const name = /\bconst\s+([A-Za-z_]\w*)\s*=\s*[\w$.]+\.\s*$/.exec(before)?.[1];
  return name !== undefined && isReadByName(name, text);
}

function isReadByName(name: string, text: string): boolean {
  const uses = text.matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'));
  return [...uses].every(({ index }) => {
    const behind = text.slice(index + name.length, index + name.length + 200);
    return (
      /^\s*\??\.\s*[A-Za-z_$]/.test(behind) ||
      /^\s*=\s*[\w$.]+\.\s*currentRequest!?\s*[;\n]/.test(behind)
    );
  });
}
