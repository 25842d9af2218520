// Makes text from a request, an event or the cloud safe for a line in a log or on a terminal, where a control character could
// start a new line or control the terminal.

/** Replaces control characters (including tabs and line breaks) with visible symbols, so that the text stays on one line. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (character) =>
    character < ' ' ? String.fromCharCode(0x2400 + character.charCodeAt(0)) : '\ufffd',
  );
}
