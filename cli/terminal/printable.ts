// Makes text safe for a terminal, and formats counts, sizes and shell words.
import { printable } from '../../runtime/contract/printable.js';

/** Makes each line printable. A tab becomes four spaces. */
export function printableLines(text: string): string {
  return text.replaceAll('\t', '    ').split('\n').map(printable).join('\n');
}

/** Returns the count with its noun, for example `1 error` or `2 errors`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** Returns the text as a single shell word, in single quotes if necessary. */
export function quoteForShell(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Formats a size in decimal units, as Lambda's documentation and npm do: `812 B`, `15.4 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
