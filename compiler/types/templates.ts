// Evaluates template literal types: a union of strings if all parts are known, or a pattern if a part may be any string.
import { literal, meaning, type Meaning, type MeaningOf } from './meaning.js';
import { notKnown, TOO_LARGE, type Refusal } from './refusals.js';
import { refuseNode, type Scope } from './scope.js';
import type { TemplateNode, TypeNode } from './type-node.js';
import { membersOf, unionOf } from './unions.js';

/** A fixed string, any string, or any number. */
type Piece = string | typeof ANY_TEXT | typeof ANY_NUMBER;

const ANY_TEXT = Symbol('any text');
const ANY_NUMBER = Symbol('any number');

const MOST_TEXTS = 1000;

export function templateOf(node: TemplateNode, scope: Scope): Meaning {
  let all: readonly (readonly Piece[])[] = [[]];
  for (const [index, { cooked, raw }] of node.quasis.entries()) {
    all = all.map((pieces) => join(pieces, [cooked ?? raw]));
    const hole = node.types[index];
    if (!hole) continue;
    const choices = holePieces(scope.world.evaluate(hole, scope), { hole, scope });
    if ('kind' in choices) return choices;
    if (all.length * choices.length > MOST_TEXTS) return refuseNode(scope, hole, TOO_LARGE);
    all = all.flatMap((pieces) => choices.map((choice) => join(pieces, choice)));
  }
  const types: Meaning[] = [];
  for (const pieces of all) {
    const type = typeOfPieces(pieces);
    if (!type) return refuseNode(scope, node, NUMBER_BESIDE);
    types.push(type);
  }
  return unionOf(types);
}

const NUMBER_BESIDE: Refusal = {
  why: 'it is unclear where `${number}` ends next to other parts',
  instead: 'Write `${string}` there, or a rule: `Text<{ pattern: "^[0-9]+-[a-z]+$" }>`.',
};

function join(left: readonly Piece[], right: readonly Piece[]): readonly Piece[] {
  const pieces = [...left];
  for (const piece of right) {
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string')
      pieces[pieces.length - 1] = last + piece;
    else if (piece !== ANY_TEXT || last !== ANY_TEXT) pieces.push(piece);
  }
  return pieces.filter((piece) => piece !== '');
}

type Hole = { readonly hole: TypeNode; readonly scope: Scope };

/** Returns the pieces that a type contributes to a template, or a rejection if they are not known. */
function holePieces(type: Meaning, { hole, scope }: Hole): readonly (readonly Piece[])[] | Meaning {
  const choices: (readonly Piece[])[] = [];
  for (const member of membersOf(type)) {
    const pieces = piecesOf(member);
    if (!pieces)
      return member.kind === 'refused'
        ? member
        : refuseNode(scope, hole, notKnown('templates of this type'));
    choices.push(pieces);
  }
  return choices;
}

function piecesOf(type: Meaning): readonly Piece[] | undefined {
  switch (type.kind) {
    case 'literal':
      return [String(type.value)];
    case 'null':
    case 'undefined':
      return [type.kind];
    case 'text':
      if (type.rules) return undefined;
      if (!type.templates) return [ANY_TEXT];
      return type.templates.length === 1 ? PIECES.get(type.templates[0] ?? '') : undefined;
    case 'number':
      return type.rules ? undefined : [ANY_NUMBER];
    default:
      return undefined;
  }
}

/** The pieces from which each pattern was built. */
const PIECES = new Map<string, readonly Piece[]>();
const MOST_PATTERNS = 10_000;

function typeOfPieces(pieces: readonly Piece[]): Meaning | undefined {
  if (pieces.every((piece) => typeof piece === 'string')) return literal(pieces.join(''));
  if (pieces.length === 1 && pieces[0] === ANY_TEXT) return meaning({ kind: 'text' });
  const holes = pieces.filter((piece) => typeof piece !== 'string');
  if (holes.includes(ANY_NUMBER) && holes.length > 1) return undefined;
  const pattern = patternOf(pieces);
  if (PIECES.size > MOST_PATTERNS) PIECES.clear();
  PIECES.set(pattern, pieces);
  return meaning({ kind: 'text', templates: [pattern] });
}

/** Matches the strings that TypeScript accepts for `${number}`: those that `Number` converts to a finite number. */
const NUMBER_PATTERN =
  '\\s*(?:[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d{1,2})?|0[xX][\\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)\\s*';

/**
 * Returns the regular expression for the pieces. As in TypeScript, a `${string}` before a fixed piece ends at the first
 * occurrence of that piece, so a match takes only one pass. Only the last `${string}` may continue past that occurrence.
 */
function patternOf(pieces: readonly Piece[]): string {
  const fixed = pieces.filter((piece) => typeof piece === 'string');
  const last = pieces.lastIndexOf(ANY_TEXT);
  const isSearched = pieces[0] === ANY_TEXT && fixed.length === 1;
  const middle = pieces.map((piece, index) => {
    if (piece === ANY_NUMBER) return NUMBER_PATTERN;
    if (piece !== ANY_TEXT) return escape(piece);
    if ((index === 0 && isSearched) || index === pieces.length - 1) return '';
    return index === last ? '[\\s\\S]*' : textBefore(String(pieces[index + 1]));
  });
  return `${isSearched ? '' : '^'}${middle.join('')}${pieces.at(-1) === ANY_TEXT ? '' : '$'}`;
}

/** Returns a regular expression that matches any string up to the first occurrence of a fixed string. */
function textBefore(fixed: string): string {
  return /^.$/su.test(fixed) ? `[^${escape(fixed)}]*` : `(?:(?!${escape(fixed)})[\\s\\S])*`;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

export function matchesAll(text: string, templates: readonly string[] = []): boolean {
  return templates.every((template) => new RegExp(template, 'u').test(text));
}

type Change = (text: string) => string;

/** Types such as `Uppercase`, which are evaluated only for literals. */
export const TEXT_CHANGES: Readonly<Record<string, Change>> = {
  Uppercase: (text) => text.toUpperCase(),
  Lowercase: (text) => text.toLowerCase(),
  Capitalize: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  Uncapitalize: (text) => text.charAt(0).toLowerCase() + text.slice(1),
};

/** Returns the converted literals; undefined if the type contains anything else. */
export function changeTexts(type: Meaning, change: Change): Meaning | undefined {
  const changed: Meaning[] = [];
  for (const member of membersOf(type)) {
    if (!isTextLiteral(member)) return undefined;
    changed.push(literal(change(member.value)));
  }
  return unionOf(changed);
}

export function isTextLiteral(
  type: Meaning,
): type is MeaningOf<'literal'> & { readonly value: string } {
  return type.kind === 'literal' && typeof type.value === 'string';
}
