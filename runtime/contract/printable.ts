// Text from a request, an event or the cloud for a line of a log or terminal, where a control character would begin
// another line or steer the terminal.

/** Replaces control characters (tabs and line ends too) with their pictures, so that a line stays one line. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (character) =>
    character < ' ' ? String.fromCharCode(0x2400 + character.charCodeAt(0)) : '\ufffd',
  );
}
