// Finds out from the text of a module whether it may change what every value inherits.

const PROTOTYPE = /([\w$]+\s*=\s*)?\b(?:Object|Array|String)\s*\.\s*prototype\b/g;

/** `Object.prototype.x = y`, or the same by another name. */
export function changesPrototype(text: string): boolean {
  if (!text.includes('prototype')) return false;
  for (const { 0: found, 1: name, index } of text.matchAll(PROTOTYPE)) {
    if (COMMENT.test(text.slice(text.lastIndexOf('\n', index) + 1, index))) continue;
    if (WRITE.test(text.slice(index + found.length, index + found.length + LONGEST))) return true;
    const alias = name?.replace(/\s*=\s*$/, '');
    if (alias !== undefined && isWritten(text, alias)) return true;
  }
  return false;
}

/** What stands before it on a line of a comment. */
const COMMENT = /^\s*(?:\/\/|\*\s(?!.*\*\/))/;

const LONGEST = 200;

/** A member, and behind it what assigns it. */
const WRITE = /^\s*(?:\.\s*[\w$]+|\[[^\]\n]*\])\s*(?:[-+*/%&|^?<>]{0,3}=(?![=>])|\+\+|--)/;

function isWritten(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    const isPart = /[\w$.]/.test(text.charAt(at - 1));
    if (!isPart && WRITE.test(text.slice(end, end + LONGEST))) return true;
  }
  return false;
}
