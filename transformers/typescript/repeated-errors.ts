// Removes TypeScript errors that repeat one of ours. Our error is kept, because it has a code, a location and often a
// correction.
import type ts from 'typescript';
import type { Reported } from './typescript-diagnostics.js';
import type { TypeScript } from './app-place.js';

/** Matches messages that come from the types in `runtime/route-types/` and that TypeScript prints. */
const OUR_SENTENCE =
  /\b(?:route path '|a view of '|a lambda function takes an event|OPTIONS is added by cors|is listed twice in methods)/i;

/** TypeScript's errors about a decorator that does not match its target. */
const DECORATOR: ReadonlySet<number> = new Set([1238, 1239, 1240, 1241, 1270]);

/**
 * TypeScript's errors about a value, a name or a module that does not match. If such an error is at the same location as one of
 * ours, it is about the same mistake.
 */
const SAME_PLACE: ReadonlySet<number> = new Set([
  2304, 2305, 2307, 2322, 2339, 2345, 2353, 2551, 2552, 2554, 2561, 2724, 2769, 2820, 2834, 2835,
]);

/** Returns TypeScript's diagnostics without those that repeat ours. */
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
  const range = errorRange(ts, file, { start, end: start + length });
  const ownPlace = { start: own.start ?? 0, end: (own.start ?? 0) + (own.length ?? 0) };
  const text = ts.flattenDiagnosticMessageText(found.messageText, '\n');
  if (DECORATOR.has(found.code) || OUR_SENTENCE.test(text)) {
    return isWithin(ownPlace, declarationAt(ts, file, start));
  }
  const isSame = isWithin(range, ownPlace) || isWithin(ownPlace, range);
  return isSame && SAME_PLACE.has(found.code);
}

type Range = { readonly start: number; readonly end: number };

function isWithin(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** Returns the range of the whole property if TypeScript reports a property at its name, because its value does not match. */
function errorRange(ts: TypeScript, file: ts.SourceFile, range: Range): Range {
  let location = range;
  const visit = (node: ts.Node): void => {
    if (node.pos > range.start || node.end < range.end) return;
    if (ts.isPropertyAssignment(node) && node.name.getStart(file) === range.start) {
      location = { start: range.start, end: Math.max(range.end, node.end) };
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return location;
}

/** Returns the range of the declaration at a position: the member with its decorators, or the outermost call. */
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
