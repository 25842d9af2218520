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

/** A diagnostic and the program file under which it is reported. */
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
