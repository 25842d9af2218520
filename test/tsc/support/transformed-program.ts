// A program with the transformer on it, made in this process as ts-patch makes it.
import type ts from 'typescript';
import { transformProgram } from '../../../transformers/typescript/transformer.js';
import type {
  TypeScript,
  TypeScriptProgram,
} from '../../../transformers/typescript/typescript-program.js';

export type ProgramOptions = {
  readonly ts: TypeScript;
  /** The directory of the tsconfig.json. */
  readonly root: string;
  readonly options?: ts.CompilerOptions;
  /** Gets what the compiler prints beside its diagnostics. */
  readonly trace?: (text: string) => void;
};

/** The program of a project, transformed. */
export function transformedProgram({
  ts,
  root,
  options = {},
  trace,
}: ProgramOptions): TypeScriptProgram {
  const path = `${root}/tsconfig.json`;
  const config: unknown = ts.readConfigFile(path, (file) => ts.sys.readFile(file)).config;
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, root, options, path);
  const host = ts.createCompilerHost(parsed.options);
  if (trace) host.trace = trace;
  const program = ts.createProgram(parsed.fileNames, parsed.options, host);
  transformProgram(program, host, {}, { ts });
  return program;
}

/** Diagnostics as `tsc` prints them into a pipe. */
export function print(ts: TypeScript, root: string, diagnostics: readonly ts.Diagnostic[]): string {
  return ts.formatDiagnostics(diagnostics, {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
}
