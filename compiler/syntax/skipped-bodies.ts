// Reading swc's answer is most of the time a compilation takes, and most of the answer is the inside of functions,
// where nothing is declared. This file cuts those bodies out of the JSON text before it is parsed: a body whose source
// holds none of the words with which views, applications or imports are written is left out until somebody asks.

const BODY = '{"type":"FunctionBody","span":{"start":';

/** How function bodies are chosen to be skipped. */
export type BodyTexts = {
  /** The source of a body. */
  readonly textOf: (start: number, end: number) => string;
  /** A body without one of these words declares nothing. */
  readonly declaringWord: RegExp;
};

/** The JSON text of a module without the statements of the function bodies that declare nothing. */
export function pruneBodies(json: string, { textOf, declaringWord }: BodyTexts): string {
  const kept: string[] = [];
  let copied = 0;
  let from = json.indexOf(BODY);
  while (from >= 0) {
    const [start, end] = readSpan(json, from + BODY.length);
    const text = textOf(start, end);
    let next = from + BODY.length;
    if (!declaringWord.test(text)) {
      next = bodyEnd(json, from, text);
      kept.push(json.slice(copied, from), skippedBody(start, end));
      copied = next;
    }
    from = json.indexOf(BODY, next);
  }
  return copied === 0 ? json : kept.join('') + json.slice(copied);
}

/** The JSON text of the function body that begins at a position, in the JSON text of the whole module. */
export function findBody(json: string, position: number): string {
  const start = json.indexOf(`${BODY}${String(position)},`);
  return json.slice(start, objectEnd(json, start));
}

function skippedBody(start: number, end: number): string {
  return `${BODY}${String(start)},"end":${String(end)}},"stmts":[],"isSkipped":true}`;
}

/** Reads `12,"end":34` from the digits of the start on. */
function readSpan(json: string, at: number): readonly [number, number] {
  const comma = json.indexOf(',', at);
  const end = comma + ',"end":'.length;
  return [Number(json.slice(at, comma)), Number(json.slice(end, json.indexOf('}', end)))];
}

/** The JSON text after the body of every function, except arrow functions and constructors. */
const BEHIND_BODY = ']},"generator":';

/** A body whose source has one of these words may hold a function, so that {@link BEHIND_BODY} may occur inside it. */
const FUNCTION_WORD = /\b(?:function|class|get|set)\b/;

/**
 * The offset after the body that opens at `start`. Searching for the text after a body is several times faster than
 * counting braces. It is right when no other such function is inside.
 */
function bodyEnd(json: string, start: number, text: string): number {
  const before = json.charCodeAt(start - ',"body":'.length - 1);
  const isArrowOrConstructor = before === CLOSE_LIST;
  if (isArrowOrConstructor || FUNCTION_WORD.test(text)) return objectEnd(json, start);
  const end = json.indexOf(BEHIND_BODY, start);
  if (end < 0 || json.slice(start, end).includes('MethodProperty')) return objectEnd(json, start);
  return end + ']}'.length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const CLOSE_LIST = 0x5d;

/** The offset after the object that opens at `start`. */
function objectEnd(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(json, at);
    else if (code === OPEN) depth++;
    else if (code === CLOSE && --depth === 0) return at + 1;
  }
  return json.length;
}

/** The offset of the quote that closes the string opened at `start`. */
function stringEnd(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
