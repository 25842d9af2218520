// Makes text safe for a terminal: control characters are shown and have no effect.

/** Replaces control characters (tabs and line ends too) with their pictures, so that a line stays one line. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    picture,
  );
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}

/** `1 error`, `2 errors`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Each line two spaces further to the right. */
export function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** Returns the text as one word, in single quotes unless it is plain. */
export function quoteForShell(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
