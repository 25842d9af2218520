// One voice: a mistake that a rule reports is not reported by the types of the package once more. The rule stays, because
// it has a code, a place and often a correction.
import type ts from 'typescript';
import type { Reported } from './typescript-diagnostics.js';
import type { TypeScript } from './typescript-program.js';

/** The sentences that the types of `runtime/route-types/` have TypeScript print. */
const OUR_SENTENCE =
  /\b(?:route path '|a view of '|a lambda function takes an event|OPTIONS is added by cors|is listed twice in methods)/i;

/** A decorator that does not fit what it stands on. */
const DECORATOR: ReadonlySet<number> = new Set([1238, 1239, 1240, 1241, 1270]);

/**
 * What TypeScript says of a value, a name or a module that does not fit: at the very place of an error of ours it is the
 * same mistake.
 */
const SAME_PLACE: ReadonlySet<number> = new Set([
  2304, 2305, 2307, 2322, 2339, 2345, 2353, 2551, 2552, 2554, 2561, 2724, 2769, 2820, 2834, 2835,
]);

/** The diagnostics of TypeScript without those that say what an error of ours says. */
export function withoutRepeated<D extends ts.Diagnostic>(
  ts: TypeScript,
  found: readonly D[],
  reported: readonly Reported[],
): readonly D[] {
  const errors = reported.filter(({ origin }) => origin.severity === 'error');
  if (errors.length === 0) return found;
  return found.filter(
    (diagnostic) => !errors.some(({ diagnostic: own }) => isRepeated(ts, diagnostic, own)),
  );
}

function isRepeated(ts: TypeScript, found: ts.Diagnostic, own: ts.Diagnostic): boolean {
  const { file, start = 0, length = 0 } = found;
  if (!file || own.file !== file) return false;
  const place = placeOf(ts, file, { start, end: start + length });
  const ownPlace = { start: own.start ?? 0, end: (own.start ?? 0) + (own.length ?? 0) };
  const text = ts.flattenDiagnosticMessageText(found.messageText, '\n');
  if (DECORATOR.has(found.code) || OUR_SENTENCE.test(text)) {
    return isWithin(ownPlace, declarationAt(ts, file, start));
  }
  const isSame = isWithin(place, ownPlace) || isWithin(ownPlace, place);
  return isSame && SAME_PLACE.has(found.code);
}

type Range = { readonly start: number; readonly end: number };

function isWithin(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** TypeScript points at the name of a property whose value does not fit: both are meant. */
function placeOf(ts: TypeScript, file: ts.SourceFile, range: Range): Range {
  let place = range;
  const visit = (node: ts.Node): void => {
    if (node.pos > range.start || node.end < range.end) return;
    if (ts.isPropertyAssignment(node) && node.name.getStart(file) === range.start) {
      place = { start: range.start, end: Math.max(range.end, node.end) };
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return place;
}

/** The member with its decorators, or the outermost call, that stands at a position. */
function declarationAt(ts: TypeScript, file: ts.SourceFile, position: number): Range {
  let range: Range = { start: position, end: position };
  const visit = (node: ts.Node): void => {
    if (node.pos > position || node.end < position) return;
    const isMember = ts.isClassElement(node) || ts.isClassLike(node);
    const isOutermost = ts.isCallExpression(node) && range.start === range.end;
    if (isMember || isOutermost) range = { start: node.getStart(file), end: node.end };
    ts.forEachChild(node, visit);
  };
  visit(file);
  return range;
}
