// The parts of a TypeScript program that its published types leave out. The `ts` module itself is always the one that
// `tsc` or the editor hands in, so that nothing here loads a second compiler.
import type ts from 'typescript';
import type { SourceFiles } from '../../compiler/modules/source-files.js';

/** The module object of TypeScript. */
export type TypeScript = typeof ts;

/**
 * A program as `createProgram` returns it. A builder program (`--incremental`, `--watch`, `-b`) keeps the checker's
 * diagnostics of a file, asks `getProgramDiagnostics` each time, and calls `emitBuildInfo` after it has emitted every
 * file that needed it.
 */
export type TypeScriptProgram = ts.Program & {
  getProgramDiagnostics?: (file: ts.SourceFile) => readonly ts.Diagnostic[];
  getBindAndCheckDiagnostics?: (file: ts.SourceFile) => readonly ts.Diagnostic[];
  emitBuildInfo?: (
    writeFile?: ts.WriteFileCallback,
    cancellationToken?: ts.CancellationToken,
  ) => ts.EmitResult;
  getCommonSourceDirectory?: () => string;
  writeFile?: ts.WriteFileCallback;
};

/** The members of a program's or language service's host that we read. A user of the API may give neither. */
export type ProgramHost = {
  readonly fileExists?: (path: string) => boolean;
  readonly readFile?: (path: string) => string | undefined;
  readonly realpath?: (path: string) => string;
  readonly trace?: (text: string) => void;
};

/** A compiler option that is a text and that the published types do not list. */
export function textOption(options: ts.CompilerOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/**
 * The files of a program for the compiler: the text that TypeScript has, which an editor may not have saved. Files outside of
 * the program (package.json, JavaScript without `allowJs`) are read by the host, or by the system where it has no reader.
 */
export function programFiles(
  ts: TypeScript,
  program: TypeScriptProgram,
  host: ProgramHost | undefined,
): SourceFiles {
  const fileExists = host?.fileExists?.bind(host) ?? ts.sys.fileExists.bind(ts.sys);
  const readFile = host?.readFile?.bind(host) ?? ((path) => ts.sys.readFile(path));
  const realPath = host?.realpath?.bind(host) ?? ts.sys.realpath?.bind(ts.sys);
  return {
    ...(realPath && { realPath }),
    readText: (path) => program.getSourceFile(path)?.text ?? readFile(path),
    isFile: (path) => program.getSourceFile(path) !== undefined || fileExists(path),
    listFiles: () => program.getSourceFiles().map(({ fileName }) => fileName),
  };
}
