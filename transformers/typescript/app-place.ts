// Finds the applications in a TypeScript program: `app.ts` next to the tsconfig.json, otherwise the folders that contain an
// application. Rules run only for these, so that a test file with its own small application causes no errors.
import { posix } from 'node:path';
import type ts from 'typescript';
import { findEntry, isEntryFile } from '../../compiler/modules/candidate-files.js';
import type { SourceFiles } from '../../compiler/modules/source-files.js';
import type { CatalogueEntry } from '../../compiler/diagnostics/diagnostic.js';

export type AppPlace = {
  /** Absolute path of the project directory, with forward slashes. */
  readonly root: string;
  readonly entry: ts.SourceFile;
  /** True for an application in a subfolder if the program has no application of its own. */
  readonly isNested: boolean;
};

/**
 * Searches the folder of the tsconfig.json, then the package that contains it, for an entry file of the program. Without one,
 * every folder that contains an entry file and `.framework/` is an application.
 */
export function findApps(program: TypeScriptProgram, folders: ProgramFolders): readonly AppPlace[] {
  const { files } = folders;
  const config = textOption(program.getCompilerOptions(), 'configFilePath');
  const directory = config === undefined ? program.getCurrentDirectory() : posix.dirname(config);
  for (const root of [directory, packageDirectory(directory, files)]) {
    const path = root === undefined ? undefined : findEntry(root, files.isFile);
    const entry = path === undefined ? undefined : program.getSourceFile(path);
    if (root !== undefined && entry) return [{ root, entry, isNested: false }];
  }
  return nestedApps(program, folders);
}

export type ProgramFolders = {
  readonly files: SourceFiles;
  readonly isDirectory: (path: string) => boolean;
};

function nestedApps(
  program: TypeScriptProgram,
  { files, isDirectory }: ProgramFolders,
): readonly AppPlace[] {
  return program.getSourceFiles().flatMap((entry) => {
    const { fileName } = entry;
    if (!isEntryFile(fileName) || fileName.includes('/node_modules/')) return [];
    const root = posix.dirname(fileName);
    if (!isDirectory(posix.join(root, '.framework'))) return [];
    return findEntry(root, files.isFile) === fileName ? [{ root, entry, isNested: true }] : [];
  });
}

/** Returns the nearest directory with a package.json, from `directory` upwards. */
function packageDirectory(directory: string, files: SourceFiles): string | undefined {
  if (files.isFile(posix.join(directory, 'package.json'))) return directory;
  const parent = posix.dirname(directory);
  return parent === directory ? undefined : packageDirectory(parent, files);
}

export const noApplication: CatalogueEntry<{ readonly file: string }> = {
  code: 'FW1053',
  severity: 'warning',
  title: 'A tsconfig.json uses the transformer but includes no application',
  message: ({ file }) =>
    `No routes are checked: \`${file}\` includes no \`app.ts\`, neither from its own folder nor from one with \`.framework/\`.`,
  hint: () => 'Add `app.ts` to `include`, or remove the entry of `framework` from `plugins`.',
};

// The parts of a TypeScript program that the published types omit. The `ts` module itself is always the one that `tsc` or the
// editor passes in, so that no second compiler is loaded here.

export type TypeScript = typeof ts;

/**
 * A builder program (`--incremental`, `--watch`, `-b`) caches the checker's diagnostics for a file, calls
 * `getProgramDiagnostics` each time, and calls `emitBuildInfo` after it has emitted every outdated file.
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

/** The members of a host that are used here. A caller of the TypeScript API may provide none of them. */
export type ProgramHost = {
  readonly fileExists?: (path: string) => boolean;
  readonly readFile?: (path: string) => string | undefined;
  readonly realpath?: (path: string) => string;
  readonly trace?: (text: string) => void;
};

/** Returns a compiler option that the published types omit; undefined if its value is not a string. */
export function textOption(options: ts.CompilerOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Provides a program's files with the text that TypeScript has, which may be unsaved in an editor. The host, or the system if
 * the host cannot read files, reads files outside the program, such as package.json.
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
