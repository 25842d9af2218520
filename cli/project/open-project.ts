// Opens a project directory: its real path, its files, and the settings in its tsconfig.json. No project code is executed.
import { realpathSync, existsSync, readFileSync } from 'node:fs';
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import {
  type ProjectSettings,
  DEFAULT_SETTINGS,
  isWithoutNullChecks,
  type JsxSettings,
} from '../../compiler/modules/source-files.js';
import { parseJson } from './placed-json.js';
import { posixPath } from './disk.js';
import { type ProjectFiles, openFiles } from './project-files.js';
import { brokenPackageJson, brokenTsconfig, unusableTsconfig } from './project-catalogue.js';
import { dirname, relative, resolve } from 'node:path';
import {
  createFilesMatcher,
  createPathsMatcher,
  findTsconfig,
  getTsconfig,
  type TsConfigJson,
  type TsConfigResult,
} from 'get-tsconfig';
import { ENTRY_FILES } from '../../compiler/modules/candidate-files.js';

export type Project = {
  /** Absolute real path (without symbolic links), with forward slashes. */
  readonly root: string;
  readonly files: ProjectFiles;
  readonly settings: ProjectSettings;
  /** Absolute path of the tsconfig.json that the settings come from. */
  readonly tsconfig?: string;
};

export type OpenedProject = (
  { readonly project: Project } | { readonly diagnostics: readonly Diagnostic[] }
) & {
  /** Absolute paths of the files that the settings were read from, and of files that would take precedence if they existed. */
  readonly settingsFiles: readonly string[];
};

/** Opens an existing directory. The compiler reports a missing `app.ts`. */
export function openProject(directory: string, files: ProjectFiles = openFiles()): OpenedProject {
  const root = posixPath(realpathSync(directory));
  const read = readSettings(root);
  const diagnostics = [...read.diagnostics, ...checkPackageJson(root, files)];
  const { settings, tsconfig, files: settingsFiles } = read;
  if (diagnostics.length > 0) return { diagnostics, settingsFiles };
  return {
    settingsFiles,
    project: {
      root,
      files: withoutExcluded(files, read.isExcluded),
      settings,
      ...(tsconfig !== undefined && { tsconfig: posixPath(tsconfig) }),
    },
  };
}

/** Filters here and not in `openFiles`, because tsconfig.json may change after the files are opened. */
function withoutExcluded(
  files: ProjectFiles,
  isExcluded?: (path: string) => boolean,
): ProjectFiles {
  const { listFiles } = files;
  if (!isExcluded || !listFiles) return files;
  return { ...files, listFiles: (root) => listFiles(root).filter((path) => !isExcluded(path)) };
}

function checkPackageJson(root: string, files: ProjectFiles): Diagnostic[] {
  const text = files.readText(`${root}/package.json`);
  if (text === undefined) return [];
  const { problems } = parseJson('package.json', text, { allowsComments: false });
  return problems.map(({ message, at }) => diagnose(brokenPackageJson, { message }, { at }));
}

type ReadSettings = {
  readonly settings: ProjectSettings;
  /** Absolute path of the tsconfig.json that was read; undefined if none was found. */
  readonly tsconfig: string | undefined;
  /** Returns true for a path that `exclude` in tsconfig.json excludes; undefined if it excludes nothing. */
  readonly isExcluded?: (path: string) => boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of the files that were read, and of files that would take precedence if they existed. */
  readonly files: readonly string[];
};

/** Returns diagnostics and the default settings if a file is invalid. */
export function readSettings(root: string): ReadSettings {
  const tsconfig = findTsconfig(root);
  const defaults = { settings: DEFAULT_SETTINGS, tsconfig, diagnostics: [] };
  if (tsconfig === undefined) return { ...defaults, files: candidates(root) };
  const read = new Set<string>();
  const problems = findSyntaxProblems(root, tsconfig, read);
  const files = [...new Set([...candidates(root, dirname(tsconfig)), ...read].map(posixPath))];
  if (problems.length > 0) return { ...defaults, diagnostics: problems, files };
  try {
    const result = getTsconfig(root);
    if (!result) return { ...defaults, files };
    const isExcluded = exclusionOf(root, result);
    return { settings: settingsOf(result), tsconfig, isExcluded, diagnostics: [], files };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = diagnose(unusableTsconfig, { file: fileName(root, tsconfig), reason });
    return { ...defaults, diagnostics: [problem], files };
  }
}

/** Returns the paths that are searched for a tsconfig.json, nearest first, up to the folder `last`. */
function candidates(root: string, last?: string): string[] {
  const own = `${root}/tsconfig.json`;
  const above = dirname(root);
  return root === last || above === root ? [own] : [own, ...candidates(above, last)];
}

function settingsOf(result: TsConfigResult): ProjectSettings {
  const options = result.config.compilerOptions ?? {};
  const mapSpecifier = createPathsMatcher(result);
  return {
    decorators: options.experimentalDecorators === true ? 'legacy' : 'standard',
    emitsMetadata: options.emitDecoratorMetadata === true,
    ...(assignsFields(options) && { assignsFields: true }),
    ...(options.verbatimModuleSyntax === true && { keepsUnusedImports: true }),
    ...(isWithoutNullChecks(options) && { ignoresNull: true }),
    jsx: jsxOf(options),
    ...(mapSpecifier && { mapSpecifier: (specifier) => mapSpecifier(specifier).map(posixPath) }),
  };
}

function jsxOf(options: TsConfigJson.CompilerOptions): JsxSettings {
  const { jsx = '', jsxFactory, jsxFragmentFactory, jsxImportSource } = options;
  return {
    ...(jsx === 'react' && { jsx: 'transform' as const }),
    ...(jsx.startsWith('react-jsx') && { jsx: 'automatic' as const }),
    ...(jsxFactory !== undefined && { jsxFactory }),
    ...(jsxFragmentFactory !== undefined && { jsxFragment: jsxFragmentFactory }),
    ...(jsxImportSource !== undefined && { jsxImportSource }),
  };
}

/** Ignores `files` and `include`, which may omit modules that the entry imports, and a parent file that excludes everything. */
function exclusionOf(root: string, { path, config }: TsConfigResult): (path: string) => boolean {
  const { exclude, compilerOptions = {} } = config;
  const { outDir } = compilerOptions;
  const matches = createFilesMatcher({
    path,
    config: {
      include: ['**/*'],
      ...(exclude && { exclude }),
      compilerOptions: { allowJs: true, ...(outDir !== undefined && { outDir }) },
    },
  });
  if (matches(`${posixPath(root)}/${ENTRY_FILES[0]}`) === undefined) return () => false;
  return (file) => matches(file) === undefined;
}

/** For ES2022 and later targets, `tsc` defines fields as the language does; for earlier targets it assigns them. */
function assignsFields(options: TsConfigJson.CompilerOptions): boolean {
  const { useDefineForClassFields, target } = options;
  if (useDefineForClassFields !== undefined) return !useDefineForClassFields;
  return /^es(?:3|5|6|20(?:1\d|2[01]))$/i.test(target ?? '');
}

/** Reports errors that `tsc` and our parser for tsconfig.json ignore: a missing brace could change the decorator mode. */
function findSyntaxProblems(root: string, path: string, seen: Set<string>): Diagnostic[] {
  if (seen.has(path)) return [];
  seen.add(path);
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, ''); // TypeScript also ignores a byte order mark
  const file = fileName(root, path);
  const own = parseJson(file, text, { allowsComments: true }).problems.map(({ message, at }) =>
    diagnose(brokenTsconfig, { file, message }, { at }),
  );
  const extended = extendedFiles(path, text).flatMap((next) =>
    findSyntaxProblems(root, next, seen),
  );
  return [...own, ...extended];
}

/** Returns the relative paths in `extends`. Files in packages are omitted, because the user cannot fix them. */
function extendedFiles(path: string, text: string): string[] {
  const extended = /"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/.exec(text)?.[1] ?? '';
  return [...extended.matchAll(/"(\.[^"]*)"/g)].map(([, name = '']) => {
    const target = resolve(dirname(path), name);
    return target.endsWith('.json') ? target : `${target}.json`;
  });
}

function fileName(root: string, path: string): string {
  return posixPath(relative(root, path));
}
