// The grammar of a path (spec 4.1, design.md 4.12): each problem of `runtime/contract/paths.ts` at its very characters.
import type { PathProblem } from '../../../runtime/contract/paths.js';
import { parseRoutePath } from '../../facts/route-path.js';
import * as texts from '../../diagnostics/catalogue/path.js';
import { diagnose, type Place } from '../../diagnostics/diagnose.js';
import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import {
  placeInText,
  replaceInText,
  writtenElsewhere,
  type TextRange,
} from '../../values/literal-place.js';
import type { PathText } from './valid-path.js';

export function checkPathShape(facts: AppFacts): Diagnostic[] {
  return facts.routes.flatMap(({ path }) => (path.kind === 'string' ? checkPath(path) : []));
}

function checkPath(path: PathText): Diagnostic[] {
  const { problems } = parseRoutePath(path.value);
  const query = queryStart(path.value);
  if (query >= 0) return [reportQuery(path, query)];
  if (/^\/*$/.test(path.value)) return problems.slice(0, 1).map((problem) => report(path, problem));
  return problems.map((problem) => report(path, problem));
}

/** Behind a `?` everything is one mistake: `/cities?name={name}`. */
function queryStart(path: string): number {
  return path.indexOf('?');
}

function reportQuery(path: PathText, start: number): Diagnostic {
  return diagnose(
    texts.pathCharacter,
    { path: path.value, character: '?' },
    placeOf(path, [start, path.value.length]),
  );
}

function report(text: PathText, { kind, start, end }: PathProblem): Diagnostic {
  const path = text.value;
  const segment = path.slice(start, end);
  const place = placeOf(text, [start, end]);
  switch (kind) {
    case 'missing-leading-slash':
      return diagnose(texts.leadingSlash, { path }, { ...place, fix: insertSlash(text) });
    case 'trailing-slash':
      return diagnose(
        texts.trailingSlash,
        { path },
        { ...placeOf(text, [end - 1, end]), fix: removeSlash(text, end) },
      );
    case 'empty-segment':
      return diagnose(
        texts.emptySegment,
        { path },
        { ...placeOf(text, [start - 1, start + 1]), fix: removeSlash(text, start) },
      );
    case 'illegal-character':
      return diagnose(texts.pathCharacter, { path, character: segment }, place);
    case 'unbalanced-brace':
      return diagnose(texts.unbalancedBrace, { path, segment }, place);
    case 'partial-capture':
      return diagnose(texts.partialCapture, { path, segment }, place);
    case 'empty-capture':
      return diagnose(texts.emptyCapture, { path }, place);
    case 'greedy-capture':
      return diagnose(texts.greedyCapture, { path, segment }, place);
    case 'capture-name':
      return diagnose(texts.captureName, { path, segment }, place);
    case 'duplicate-capture':
      return diagnose(texts.duplicateCapture, { path, segment }, place);
  }
}

function placeOf(text: PathText, range: TextRange): Place {
  return { at: placeInText(text, range), related: writtenElsewhere(text, range) };
}

function insertSlash(text: PathText): Fix | undefined {
  return replaceInText(text, [0, 0], { title: 'Add the leading slash', text: '/' });
}

/** Removes the slash in front of offset `end`. */
function removeSlash(text: PathText, end: number): Fix | undefined {
  return replaceInText(text, [end - 1, end], { title: 'Remove the slash', text: '' });
}
