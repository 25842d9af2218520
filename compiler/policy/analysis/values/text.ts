// Represents strings of which some parts are known, and computes strings from them.
import { LONGEST_TEXT, MOST_COMBINATIONS, MOST_INTERNED } from '../limits.js';
import type { TextPattern } from '../../sdk-use.js';
import { add, listen } from './value-graph.js';
import { type Node, type Queue, isUnknown, UNKNOWN, UNREAD, type Token } from '../model.js';

const INTERNED = new Map<string, Token>();

/** Returns the token of a string. Equal strings have the same token. */
export function textToken(pattern: TextPattern): Token {
  const plain = simplify(pattern);
  const length = plain.reduce((sum, piece) => sum + (piece?.length ?? 1), 0);
  if (length > LONGEST_TEXT || plain.every((piece) => piece === undefined)) return UNKNOWN;
  const key = plain.length === 1 ? plain[0] : undefined;
  const name = key === undefined ? JSON.stringify(plain) : `"${key}`;
  let token = INTERNED.get(name);
  if (!token) {
    if (INTERNED.size > MOST_INTERNED) INTERNED.clear(); // because the analysis may run for days in an editor
    INTERNED.set(name, (token = { kind: 'text', pattern: plain }));
  }
  return token;
}

/** Joins adjacent known parts, and adjacent unknown parts. */
function simplify(pattern: TextPattern): TextPattern {
  const pieces: (string | undefined)[] = [];
  for (const piece of pattern) {
    const last = pieces.at(-1);
    if (piece === '') continue;
    if (pieces.length === 0 || (last === undefined) !== (piece === undefined)) pieces.push(piece);
    else if (last !== undefined && piece !== undefined) pieces[pieces.length - 1] = last + piece;
  }
  return pieces.length === 0 ? [''] : pieces;
}

/** Returns the string itself if it is fully known. */
export function exactText(token: Token): string | undefined {
  return token.kind === 'text' && token.pattern.length === 1 ? token.pattern[0] : undefined;
}

function patternOf(token: Token): TextPattern {
  switch (token.kind) {
    case 'text':
      return token.pattern;
    case 'other':
      return [String(token.value)];
    case 'undefined':
      return ['undefined'];
    default:
      return [undefined];
  }
}

/** Adds the strings that result from concatenating parts. A part is a node or a literal. */
export function concatenate(queue: Queue, parts: readonly (Node | string)[], result: Node): void {
  const compute = (): void => {
    noteMixed(queue, parts);
    for (const pattern of combine(parts)) add(queue, result, textToken(pattern));
  };
  if (parts.every((part) => typeof part === 'string')) compute();
  for (const part of parts) if (typeof part !== 'string') listen(part, compute);
}

function noteMixed(queue: Queue, parts: readonly (Node | string)[]): void {
  queue.mixesUnread ||= parts.some(
    (part) => typeof part !== 'string' && part.tokens.includes(UNREAD),
  );
}

function combine(parts: readonly (Node | string)[]): readonly TextPattern[] {
  let patterns: TextPattern[] = [[]];
  for (const part of parts) {
    const choices = typeof part === 'string' ? [[part]] : choicesOf(part);
    if (patterns.length * choices.length > MOST_COMBINATIONS) return [[undefined]];
    patterns = patterns.flatMap((before) => choices.map((choice) => [...before, ...choice]));
  }
  return patterns;
}

/** Returns the texts that a part may be. An unknown value includes every other value of the same part. */
function choicesOf({ tokens }: Node): readonly TextPattern[] {
  return tokens.some(isUnknown) ? [[undefined]] : tokens.map(patternOf);
}

/** Evaluates `a + b`. Two numbers are added; any other values are joined to a string. */
export function plus(queue: Queue, [left, right]: readonly [Node, Node], result: Node): void {
  const compute = (): void => {
    if (left.tokens.length === 0 || right.tokens.length === 0) return;
    noteMixed(queue, [left, right]);
    if ([left, right].some((node) => node.tokens.some(isText))) {
      for (const pattern of combine([left, right])) add(queue, result, textToken(pattern));
    }
    const mayAddUp = [left, right].every((node) => !node.tokens.every(isText));
    if (mayAddUp) add(queue, result, UNKNOWN);
  };
  listen(left, compute);
  listen(right, compute);
}

export function isText(token: Token): token is Token & { readonly kind: 'text' } {
  return token.kind === 'text';
}
