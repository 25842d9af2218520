// Converts our diagnostics to TypeScript's: `FW2103` becomes `TS92103`, the hint becomes the second line of the message, and
// related locations become related information.
import { posix } from 'node:path';
import type ts from 'typescript';
import type { Diagnostic, SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import { describeFailure, type Inspection } from './inspection.js';
import type { TypeScript, TypeScriptProgram } from './app-place.js';

/** Returns the number that TypeScript shows for a code. TypeScript's own errors are below 90000. */
export function errorNumber(code: string): number {
  return FIRST_NUMBER + Number(code.slice('FW'.length));
}

const FIRST_NUMBER = 90_000;

/** A diagnostic and the source file of the program under which it is reported. */
export type Reported = {
  readonly under: ts.SourceFile;
  readonly diagnostic: ts.Diagnostic;
  readonly origin: Diagnostic;
  /** The application's directory. */
  readonly root: string;
};

/**
 * Returns the diagnostics from an inspection. A diagnostic outside the program (in a JSON file, or in no file) is reported at
 * the entry file, because TypeScript requests diagnostics file by file.
 */
export function reportFindings(
  ts: TypeScript,
  program: TypeScriptProgram,
  { place, diagnostics }: Inspection,
): readonly Reported[] {
  const { root, entry } = place;
  try {
    const files = createFinder(ts, program, root);
    return diagnostics.map((origin) => {
      const own = origin.at && program.getSourceFile(posix.join(root, origin.at.file));
      return { under: own ?? entry, diagnostic: convert(ts, origin, files), origin, root };
    });
  } catch (error) {
    const diagnostic = failureDiagnostic(ts, error, entry);
    return [{ under: entry, diagnostic, origin: describeFailure(error), root }];
  }
}

/** Reports a bug in our code at the beginning of a file. */
export function failureDiagnostic(
  ts: TypeScript,
  error: unknown,
  file: ts.SourceFile,
): ts.Diagnostic {
  const diagnostic = convert(ts, describeFailure(error), () => file);
  return { ...diagnostic, file, start: 0, length: 0 };
}

/** Returns TypeScript's own message for an output file that cannot be written. */
export function unwritableDiagnostic(ts: TypeScript, path: string, reason: string): ts.Diagnostic {
  return {
    category: ts.DiagnosticCategory.Error,
    code: 5033,
    messageText: `Could not write file '${path}': ${reason}.`,
    file: undefined,
    start: undefined,
    length: undefined,
  };
}

type FindFile = (file: string) => ts.SourceFile | undefined;

/** Finds files in the project. A file outside the program is read only to show its lines. */
function createFinder(ts: TypeScript, program: TypeScriptProgram, root: string): FindFile {
  return (file) => {
    const path = posix.join(root, file);
    const known = program.getSourceFile(path);
    if (known) return known;
    const text = ts.sys.readFile(path);
    return text === undefined
      ? undefined
      : ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, false);
  };
}

function convert(ts: TypeScript, diagnostic: Diagnostic, files: FindFile): ts.Diagnostic {
  const { code, severity, message, at, related = [], hint } = diagnostic;
  const { Error: error, Warning: warning, Message: note } = ts.DiagnosticCategory;
  const number = errorNumber(code);
  const category = severity === 'error' ? error : warning;
  return {
    source: 'framework',
    category,
    code: number,
    messageText:
      hint === undefined
        ? message
        : {
            messageText: message,
            category,
            code: number,
            next: [{ messageText: hint, category: note, code: number }],
          },
    ...typescriptLocation(at, files),
    ...(related.length > 0 && {
      relatedInformation: related.map((item) => ({
        category: note,
        code: number,
        messageText: item.message,
        ...typescriptLocation(item.at, files),
      })),
    }),
  };
}

/** Converts a location. TypeScript counts UTF-16 units, as we do. */
function typescriptLocation(
  at: SourceSpan | undefined,
  files: FindFile,
): Pick<ts.Diagnostic, 'file' | 'start' | 'length'> {
  const file = at && files(at.file);
  if (!file) return { file: undefined, start: undefined, length: undefined };
  const start = Math.min(at.start, file.text.length);
  return { file, start, length: Math.min(at.end, file.text.length) - start };
}

/** Returns a diagnostic about the program as a whole. */
export function programDiagnostic(ts: TypeScript, diagnostic: Diagnostic): ts.Diagnostic {
  return convert(ts, diagnostic, () => undefined);
}

/** Matches messages that come from the types in `runtime/route-types/` and that TypeScript prints. */
const OUR_SENTENCE =
  /\b(?:route path '|a view of '|a lambda function takes an event|OPTIONS is added by cors|is listed twice in methods)/i;

/** TypeScript's errors about a decorator that does not match its target. */
const DECORATOR: ReadonlySet<number> = new Set([1238, 1239, 1240, 1241, 1270]);

/** Errors about a value, a name or a module. At the location of one of our errors, they are about the same mistake. */
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
