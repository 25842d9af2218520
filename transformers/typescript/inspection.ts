// Runs the compiler of the commands on the text of a program. A program is inspected once. For the next program only
// changed files are read again.
import type ts from 'typescript';
import { type Compilation, type Compiler, createCompiler } from '../../compiler/compile-app.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { findApps, type AppPlace } from './app-place.js';
import { programSettings } from './program-settings.js';
import { stageVariables } from './stage-variables.js';
import {
  programFiles,
  type ProgramHost,
  type TypeScript,
  type TypeScriptProgram,
} from './typescript-program.js';

export type Inspection = {
  readonly place: AppPlace;
  /** Undefined when the compiler failed; the diagnostics say so. */
  readonly compilation: Compilation | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

/** Inspects a program: one inspection for each application, none when it holds no application. */
export type Inspect = (
  program: TypeScriptProgram,
  host: ProgramHost | undefined,
) => readonly Inspection[];

export function createInspector(ts: TypeScript): Inspect {
  const known = new WeakMap<ts.Program, readonly Inspection[]>();
  const compilers = new Map<string, Compiler>();
  const compilerOf = (root: string): Compiler => {
    const compiler = compilers.get(root) ?? createCompiler();
    compilers.set(root, compiler);
    return compiler;
  };
  return (program, host) => {
    let inspections = known.get(program);
    if (!inspections) {
      inspections = inspectProgram(ts, program, { host, compilerOf });
      known.set(program, inspections);
    }
    return inspections;
  };
}

type InspectOptions = {
  readonly host: ProgramHost | undefined;
  readonly compilerOf: (root: string) => Compiler;
};

function inspectProgram(
  ts: TypeScript,
  program: TypeScriptProgram,
  { host, compilerOf }: InspectOptions,
): readonly Inspection[] {
  try {
    const files = programFiles(ts, program, host);
    const isDirectory = (path: string): boolean => ts.sys.directoryExists(path);
    return findApps(program, { files, isDirectory }).map((place) => {
      const { root } = place;
      const compilation = compilerOf(root).compile({
        root,
        files,
        settings: programSettings(program.getCompilerOptions(), root),
        environment: stageVariables(ts, root, files),
      });
      const diagnostics = compilation.diagnostics.filter(
        (diagnostic) => !isKnownSyntaxError(program, root, diagnostic),
      );
      return { place, compilation, diagnostics };
    });
  } catch (error) {
    const entry = program.getSourceFiles().find(({ isDeclarationFile }) => !isDeclarationFile);
    const place = entry && { root: program.getCurrentDirectory(), entry, isNested: false };
    return place ? [{ place, compilation: undefined, diagnostics: [describeFailure(error)] }] : [];
  }
}

const SYNTAX_ERROR = 'FW1003';

/** TypeScript's numbers for errors of syntax and grammar are below this. */
const END_OF_GRAMMAR = 2_000;

/**
 * True when TypeScript reports the syntax error itself, perhaps only when it checks types. One that only our parser
 * sees has to be reported by us.
 */
function isKnownSyntaxError(
  program: TypeScriptProgram,
  root: string,
  { code, at }: Diagnostic,
): boolean {
  if (code !== SYNTAX_ERROR || !at) return false;
  const file = program.getSourceFile(`${root}/${at.file}`);
  if (!file) return false;
  const checked = program.getBindAndCheckDiagnostics?.(file) ?? [];
  return [...program.getSyntacticDiagnostics(file), ...checked].some(
    (diagnostic) => diagnostic.code < END_OF_GRAMMAR,
  );
}

/**
 * FW9001 in `tsc` and the editor, for an exception that nothing expected. A bug of ours becomes one diagnostic among others
 * and does not end the process.
 */
export function describeFailure(error: unknown): Diagnostic {
  const summary = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? (error.stack ?? summary) : summary;
  const isDebug = Boolean(process.env['FRAMEWORK_DEBUG']);
  return {
    code: 'FW9001',
    severity: 'error',
    message: `Framework failed in a way nobody expected; this is a bug in it. ${summary}`,
    hint: isDebug
      ? stack
      : 'Type `FRAMEWORK_DEBUG=1 npx framework check` to see where, and report it.',
  };
}
