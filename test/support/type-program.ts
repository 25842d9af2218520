// Returns the output of `tsc -p . --pretty false`, computed with the same compiler in this process. A compiler that has already
// read the types of Node.js takes a fraction of the time of a new process. Version 7 is a separate program.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from 'typescript';
import type { TypeScript } from '../../transformers/typescript/app-place.js';
import { shareDeclarations } from './shared-declarations.js';

/** The compilers that users have, by release. They are installed side by side under these names. */
export const COMPILERS = {
  '5.9': 'typescript-5.9',
  '6.0': 'typescript',
  '7.0': 'typescript-7',
} as const;

export type Compiler = keyof typeof COMPILERS;

export const RELEASES: readonly Compiler[] = ['5.9', '6.0', '7.0'];

const require = createRequire(import.meta.url);
const ROOT = join(import.meta.dirname, '../..');

/**
 * Returns the messages for the project in a directory, as text. Declarations below `checkedByAnother` are skipped if the
 * compiler runs in this process, because another program checks them.
 */
export function typeErrors(
  compiler: Compiler,
  directory: string,
  checkedByAnother?: string,
): Promise<string> {
  if (compiler === '7.0') return runNative(directory);
  const ts = require(COMPILERS[compiler]) as TypeScript; // because the package exports it
  return Promise.resolve(errorsOf(ts, directory, checkedByAnother));
}

function errorsOf(ts: TypeScript, directory: string, checkedByAnother?: string): string {
  const path = join(directory, 'tsconfig.json');
  const host = { ...ts.sys, getCurrentDirectory: () => directory };
  const print = (diagnostics: readonly Diagnostic[]): string =>
    ts.formatDiagnostics(diagnostics, {
      getCurrentDirectory: () => directory,
      getCanonicalFileName: (name) => name,
      getNewLine: () => '\n',
    });
  const parsed = ts.getParsedCommandLineOfConfigFile(path, undefined, {
    ...host,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
      throw new Error(print([diagnostic]));
    },
  });
  if (!parsed) throw new Error(`${path} was not read`);
  const { options, fileNames: rootNames, errors: configFileParsingDiagnostics } = parsed;
  const files = ts.createCompilerHost(options);
  files.getCurrentDirectory = () => directory;
  shareDeclarations(ts, files);
  const program = ts.createProgram({
    rootNames,
    options,
    host: files,
    configFileParsingDiagnostics,
  });
  const asked =
    checkedByAnother === undefined
      ? [undefined]
      : program.getSourceFiles().filter(({ fileName }) => !fileName.includes(checkedByAnother));
  const found = asked.flatMap((file) => ts.getPreEmitDiagnostics(program, file));
  return print(ts.sortAndDeduplicateDiagnostics(found));
}

/** Returns what the program prints; exit codes 1 and 2 mean that there are errors. */
function runNative(directory: string): Promise<string> {
  const tsc = join(ROOT, 'node_modules', COMPILERS['7.0'], 'bin/tsc');
  // With several threads, it would check declarations several times. Garbage collection is off, because the process ends before
  // it would pay off.
  const argv = [tsc, '-p', directory, '--pretty', 'false', '--singleThreaded'];
  const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '1GiB' };
  const options = { cwd: directory, env, maxBuffer: 2 ** 26 };
  return new Promise((done, fail) => {
    execFile(process.execPath, argv, options, (error, stdout) => {
      if (error && typeof error.code !== 'number')
        fail(new Error('tsc did not run', { cause: error }));
      else done(stdout);
    });
  });
}

/** One message of a compiler. */
export type TypeProblem = {
  /** The absolute path of the file. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** For example `TS2322`. */
  readonly code: string;
  readonly text: string;
};

/** Parses `file(line,column): error TS1234: text`, with further lines indented. A message about the whole run names no file. */
export function readProblems(output: string, directory: string): readonly TypeProblem[] {
  const messages = output.split(/\n(?=\S)/).filter((text) => text.trim() !== '');
  return messages.map((message) => {
    const [, file, line, column, code = '', text = ''] =
      /^(.+?)\((\d+),(\d+)\): error (TS\d+): ([\s\S]*)$/.exec(message) ?? [];
    if (file === undefined) throw new Error(message);
    const place = { line: Number(line), column: Number(column) };
    return { file: resolve(directory, file), ...place, code, text: text.trimEnd() };
  });
}

/**
 * Returns the problems that TypeScript 7, the fastest compiler, finds in modules. They are written to a folder inside this
 * repository, so that its packages can be imported. The problems contain the given file names.
 */
export async function problemsOfTexts(
  texts: Readonly<Record<string, string>>,
  compilerOptions: object,
): Promise<readonly TypeProblem[]> {
  mkdirSync(join(ROOT, 'test/.tmp'), { recursive: true });
  const directory = mkdtempSync(join(ROOT, 'test/.tmp/types-'));
  const tsconfig = {
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['node'],
      ...compilerOptions,
    },
    files: Object.keys(texts).filter((name) => name.endsWith('.ts')),
  };
  const files = {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify(tsconfig),
    ...texts,
  };
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
    return readProblems(await typeErrors('7.0', directory), directory).map((problem) => ({
      ...problem,
      file: problem.file.slice(directory.length + 1),
    }));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
