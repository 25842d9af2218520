// `framework/transformer`: the program transformer for ts-patch. With it, `tsc` checks every rule that the commands check and
// emits bound JavaScript together with the manifest.
import { posix } from 'node:path';
import type ts from 'typescript';
import { diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { once, oncePer } from '../../compiler/groups.js';
import { emitBound } from './bound-emit.js';
import { createInspector, type Inspect } from './inspection.js';
import {
  noApplication,
  textOption,
  type ProgramHost,
  type TypeScript,
  type TypeScriptProgram,
} from './app-place.js';
import {
  programDiagnostic,
  reportFindings,
  type Reported,
  withoutRepeated,
} from './typescript-diagnostics.js';

/** The values that ts-patch passes in addition to the program, the host and the entry in tsconfig.json. */
type Extras = { readonly ts: TypeScript };

const inspectorOf = oncePer(createInspector);

/** Called by ts-patch with every program that TypeScript creates. It modifies the program in place. */
export function transformProgram(
  program: TypeScriptProgram,
  host: (ts.CompilerHost & ProgramHost) | undefined,
  ...[, { ts }]: [config: object, extras: Extras]
): ts.Program {
  const inspect = inspectorOf(ts);
  addDiagnostics(
    ts,
    program,
    once(() => readReport({ ts, program, host, inspect })),
  );
  emitBound(ts, program, {
    inspect: () => inspect(program, host),
    readFile: (path) => host?.readFile(path) ?? ts.sys.readFile(path),
  });
  return program;
}

// because this is the name under which ts-patch looks for a transformer
export { transformProgram as default };

type Report = {
  readonly of: (file: ts.SourceFile) => readonly ts.Diagnostic[];
  readonly all: readonly ts.Diagnostic[];
  readonly reported: readonly Reported[];
};

/**
 * `tsc` calls `getSemanticDiagnostics` on plain programs and `getProgramDiagnostics`, which is not cached, on builder programs.
 * `tsc -b` requests the global diagnostics first to decide whether an unchanged project must be rebuilt, and again after all
 * other diagnostics. Ours are added only the second time.
 */
function addDiagnostics(ts: TypeScript, program: TypeScriptProgram, report: () => Report): void {
  const getSemanticDiagnostics = program.getSemanticDiagnostics.bind(program);
  const getProgramDiagnostics = program.getProgramDiagnostics?.bind(program);
  const getGlobalDiagnostics = program.getGlobalDiagnostics.bind(program);
  let isReported = false;
  program.getSemanticDiagnostics = (file, cancellationToken) => {
    const found = getSemanticDiagnostics(file, cancellationToken);
    const { of, all, reported } = report();
    return [...withoutRepeated(ts, found, reported), ...(file ? of(file) : all)];
  };
  program.getGlobalDiagnostics = (cancellationToken) => {
    const found = getGlobalDiagnostics(cancellationToken);
    return isReported ? [...found, ...report().all] : found;
  };
  checkOnce(ts, program, report);
  if (!getProgramDiagnostics) return;
  program.getProgramDiagnostics = (file) => {
    isReported = true;
    return [...getProgramDiagnostics(file), ...report().of(file)];
  };
}

/** Caches the checker's diagnostics, as a builder program does, because creating our report may also request syntax errors. */
function checkOnce(ts: TypeScript, program: TypeScriptProgram, report: () => Report): void {
  const getBindAndCheckDiagnostics = program.getBindAndCheckDiagnostics?.bind(program);
  if (!getBindAndCheckDiagnostics) return;
  let isReading = false;
  program.getBindAndCheckDiagnostics = (file) => {
    const found = getBindAndCheckDiagnostics(file);
    if (isReading || found.length === 0) return found;
    isReading = true;
    try {
      return withoutRepeated(ts, found, report().reported);
    } finally {
      isReading = false;
    }
  };
}

type ReportOptions = {
  readonly ts: TypeScript;
  readonly program: TypeScriptProgram;
  readonly host: ProgramHost | undefined;
  readonly inspect: Inspect;
};

/** Returns the errors to add to the program, and prints the warnings, because `tsc` fails for every diagnostic. */
function readReport({ ts, program, host, inspect }: ReportOptions): Report {
  const inspections = inspect(program, host);
  if (inspections.length === 0) sayNothingIsChecked({ ts, program, host });
  const reported = inspections.flatMap((inspection) => reportFindings(ts, program, inspection));
  const errors = reported.filter(({ origin }) => origin.severity === 'error');
  const warnings = reported.filter(({ origin }) => origin.severity === 'warning');
  if (warnings.length > 0) {
    const texts = warnings.map(({ diagnostic }) => diagnostic);
    host?.trace?.(formatWarnings(ts, program, texts));
  }
  return {
    of: (file) => errors.filter(({ under }) => under === file).map(({ diagnostic }) => diagnostic),
    all: errors.map(({ diagnostic }) => diagnostic),
    reported,
  };
}

/** The tsconfig.json files that have already been reported; `tsc --watch` creates a program after each change. */
const withoutApp = new Set<string>();

function sayNothingIsChecked({ ts, program, host }: Omit<ReportOptions, 'inspect'>): void {
  const config = textOption(program.getCompilerOptions(), 'configFilePath');
  if (config === undefined || withoutApp.has(config)) return;
  withoutApp.add(config);
  const file = posix.relative(program.getCurrentDirectory(), config);
  const note = diagnose(noApplication, { file }, { at: undefined });
  host?.trace?.(formatWarnings(ts, program, [programDiagnostic(ts, note)]));
}

function formatWarnings(
  ts: TypeScript,
  program: TypeScriptProgram,
  warnings: readonly ts.Diagnostic[],
): string {
  const isPretty = program.getCompilerOptions().pretty ?? ts.sys.writeOutputIsTTY?.() ?? false;
  const format = isPretty ? ts.formatDiagnosticsWithColorAndContext : ts.formatDiagnostics;
  const text = format(warnings, {
    getCurrentDirectory: () => program.getCurrentDirectory(),
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
  return text.trimEnd();
}
