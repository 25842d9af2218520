// Makes text safe for a terminal.
import { printable } from '../../runtime/contract/printable.js';

/** Makes each line printable; a tab is four spaces. */
export function printableLines(text: string): string {
  return text.replaceAll('\t', '    ').split('\n').map(printable).join('\n');
}

/** `1 error`, `2 errors`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Each line two spaces further to the right. */
export function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** Returns the text as one shell word, in single quotes unless it is plain. */
export function quoteForShell(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
