// The interface for reading files. The CLI, `tsc` and the editor each provide an implementation.
import { valueFor } from '../groups.js';

/** All paths are absolute, with forward slashes. If a file does not exist, its text is undefined. */
export type SourceFiles = {
  readonly readText: (path: string) => string | undefined;
  readonly isFile: (path: string) => boolean;
  /** Returns the files that may belong to the application. If absent, files that are not imported are not reported. */
  readonly listFiles?: (root: string) => readonly string[];
  /** Returns the path without symbolic links, or unchanged if it does not exist. If absent, no path contains links. */
  readonly realPath?: (path: string) => string;
};

/** The tsconfig settings that determine how modules are found and decorators are compiled. */
export type ProjectSettings = {
  /** Maps a bare specifier through `paths` and `baseUrl` to absolute candidates, in order of preference. */
  readonly mapSpecifier?: (specifier: string) => readonly string[];
  /** `standard` is TC39; `legacy` is `experimentalDecorators`. */
  readonly decorators: 'standard' | 'legacy';
  /** The value of `emitDecoratorMetadata`. */
  readonly emitsMetadata: boolean;
  /** True for `verbatimModuleSyntax`: an import that is used only by types is still evaluated. */
  readonly keepsUnusedImports?: boolean;
  /** True if `useDefineForClassFields` is off: fields are assigned instead of defined, as before ES2022. */
  readonly assignsFields?: boolean;
  /** True if `strictNullChecks` is off; see {@link isWithoutNullChecks}. */
  readonly ignoresNull?: boolean;
  /** The JSX settings, which a comment in a file may override. */
  readonly jsx?: JsxSettings;
};

/** `jsx`, `jsxFactory`, `jsxFragmentFactory` and `jsxImportSource`. */
export type JsxSettings = {
  readonly jsx?: 'transform' | 'automatic';
  readonly jsxFactory?: string;
  readonly jsxFragment?: string;
  readonly jsxImportSource?: string;
};

/** The settings of a project without a tsconfig.json. */
export const DEFAULT_SETTINGS: ProjectSettings = { decorators: 'standard', emitsMetadata: false };

/** Tells whether a tsconfig disables `strictNullChecks`. The default depends on the version of TypeScript. */
export function isWithoutNullChecks(options: {
  readonly strict?: unknown;
  readonly strictNullChecks?: unknown;
}): boolean {
  const { strict, strictNullChecks = strict } = options;
  return strictNullChecks === false;
}

/** Caches lists and real paths for one compilation. The provider of the files caches their texts. */
export function askedOnce(files: SourceFiles): SourceFiles {
  const { listFiles, realPath } = files;
  const lists = new Map<string, readonly string[]>();
  const paths = new Map<string, string>();
  return {
    ...files,
    ...(listFiles && { listFiles: (root) => valueFor(lists, root, () => listFiles(root)) }),
    ...(realPath && { realPath: (path) => valueFor(paths, path, () => realPath(path)) }),
  };
}
