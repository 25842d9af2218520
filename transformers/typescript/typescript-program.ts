// The parts of a TypeScript program that its published types leave out. The `ts` module itself is always the one that
// `tsc` or the editor hands in, so that nothing here loads a second compiler.
import type ts from 'typescript';

/** The module object of TypeScript. */
export type TypeScript = typeof ts;

/**
 * A program as `createProgram` returns it. A builder program (`--incremental`, `--watch`, `-b`) remembers what the checker
 * says of a file, asks `getProgramDiagnostics` anew each time, and calls `emitBuildInfo` when it has emitted every file
 * that needed it (notes: toolchain, question 1).
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

/** What is read of the host of a program or of a language service; an API user may give neither. */
export type ProgramHost = {
  readonly fileExists?: (path: string) => boolean;
  readonly readFile?: (path: string) => string | undefined;
  readonly realpath?: (path: string) => string;
  readonly trace?: (text: string) => void;
};

/** A text among the compiler options that the published types do not list. */
export function textOption(options: ts.CompilerOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
