// The port for reading files. The CLI, `tsc` and the editor each provide one.

/** Absolute paths with forward slashes. A file that does not exist reads as undefined. */
export type SourceFiles = {
  readonly readText: (path: string) => string | undefined;
  readonly isFile: (path: string) => boolean;
  /**
   * The files in the project directory that may belong to the application, reached by an import or not. Without it, files that
   * no import reaches are not reported.
   */
  readonly listFiles?: (root: string) => readonly string[];
  /** The path without symbolic links; the path itself when it has none, or does not exist. Without this function no path has links. */
  readonly realPath?: (path: string) => string;
};

/** The tsconfig settings that decide how modules are found and decorators are lowered. */
export type ProjectSettings = {
  /** Maps a bare specifier through `paths` and `baseUrl` to absolute candidates, the best first. */
  readonly mapSpecifier?: (specifier: string) => readonly string[];
  /** `standard` is TC39; `legacy` is `experimentalDecorators`. */
  readonly decorators: 'standard' | 'legacy';
  /** `emitDecoratorMetadata`. */
  readonly emitsMetadata: boolean;
  /** `verbatimModuleSyntax`: an import that only types use is still evaluated. */
  readonly keepsUnusedImports?: boolean;
  /** `useDefineForClassFields` is off: fields are assigned, as before ES2022. */
  readonly assignsFields?: boolean;
  /** `strictNullChecks` is off, see {@link isWithoutNullChecks}. */
  readonly ignoresNull?: boolean;
  /** The settings of JSX, which a comment in a file may override. */
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

/** Whether a tsconfig turns `strictNullChecks` off. The default depends on the version of TypeScript. */
export function isWithoutNullChecks(options: {
  readonly strict?: unknown;
  readonly strictNullChecks?: unknown;
}): boolean {
  const { strict, strictNullChecks = strict } = options;
  return strictNullChecks === false;
}

/** Reads each list and each real path once per compilation. The provider of the files caches their texts. */
export function askedOnce(files: SourceFiles): SourceFiles {
  const { listFiles, realPath } = files;
  const lists = new Map<string, readonly string[]>();
  const paths = new Map<string, string>();
  return {
    ...files,
    ...(listFiles && { listFiles: (root) => known(lists, root, listFiles) }),
    ...(realPath && { realPath: (path) => known(paths, path, realPath) }),
  };
}

function known<Value>(
  values: Map<string, Value>,
  path: string,
  ask: (path: string) => Value,
): Value {
  let value = values.get(path);
  if (value === undefined) values.set(path, (value = ask(path)));
  return value;
}
