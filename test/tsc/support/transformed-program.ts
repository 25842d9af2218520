// A program that uses the transformer, created in this process as ts-patch does.
import type ts from 'typescript';
import { transformProgram } from '../../../transformers/typescript/transformer.js';
import { shareDeclarations } from '../../support/shared-declarations.js';
import type { TypeScript, TypeScriptProgram } from '../../../transformers/typescript/app-place.js';

export type ProgramOptions = {
  readonly ts: TypeScript;
  /** The directory that contains the tsconfig.json. */
  readonly root: string;
  readonly options?: ts.CompilerOptions;
  /** Texts that replace files on the disk. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Receives what the compiler prints in addition to its diagnostics. */
  readonly trace?: (text: string) => void;
};

/** Returns the transformed program of a project. */
export function transformedProgram(given: ProgramOptions): TypeScriptProgram {
  const { ts, root, options = {}, texts = {}, trace } = given;
  const parsed = readConfig(ts, root, options);
  const host = ts.createCompilerHost(parsed.options);
  shareDeclarations(ts, host);
  const readFile = host.readFile.bind(host);
  host.readFile = (path) => texts[path] ?? readFile(path);
  if (trace) host.trace = trace;
  const program = ts.createProgram(parsed.fileNames, parsed.options, host);
  transformProgram(program, host, {}, { ts });
  return program;
}

/** Builds as `tsc --incremental` does, and returns the files written to `dist`, sorted. */
export function buildIncrementally(ts: TypeScript, root: string): readonly string[] {
  const { options, fileNames } = readConfig(ts, root, { incremental: true });
  const host = ts.createIncrementalCompilerHost(options);
  const program = ts.createProgram(fileNames, options, host);
  transformProgram(program, host, {}, { ts });
  const before = ts.readBuilderProgram(options, host);
  const builder = ts.createEmitAndSemanticDiagnosticsBuilderProgram(program, host, before);
  builder.getSemanticDiagnostics();
  const written: string[] = [];
  builder.emit(undefined, (path, text) => {
    written.push(path.slice(path.lastIndexOf('/') + 1));
    ts.sys.writeFile(path, text);
  });
  return written.sort();
}

function readConfig(
  ts: TypeScript,
  root: string,
  options: ts.CompilerOptions,
): ts.ParsedCommandLine {
  const path = `${root}/tsconfig.json`;
  const config: unknown = ts.readConfigFile(path, (file) => ts.sys.readFile(file)).config;
  return ts.parseJsonConfigFileContent(config, ts.sys, root, options, path);
}

/** Prints diagnostics as `tsc` does if its output is a pipe. */
export function print(ts: TypeScript, root: string, diagnostics: readonly ts.Diagnostic[]): string {
  return ts.formatDiagnostics(diagnostics, {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
}
