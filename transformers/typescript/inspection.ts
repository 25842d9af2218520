// Runs the compiler that the commands use on the text of a program. A program is inspected once; for the next program, only
// changed files are read again.
import type ts from 'typescript';
import { type Compilation, type Compiler, createCompiler } from '../../compiler/compile-app.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import {
  type AppPlace,
  findApps,
  programFiles,
  type ProgramHost,
  textOption,
  type TypeScript,
  type TypeScriptProgram,
} from './app-place.js';
import { valueFor } from '../../compiler/groups.js';
import { mappingOf } from '../../compiler/json-values.js';
import {
  isWithoutNullChecks,
  type ProjectSettings,
  type SourceFiles,
} from '../../compiler/modules/source-files.js';
import { posix } from 'node:path';
import { createPathsMatcher } from 'get-tsconfig';

// Reads the stage's environment variables, for `process.env.NAME` in route options (docs/decisions/static-values.md). `tsc` and
// the editor have no `--stage`, so they use `dev`. Mistakes in the configuration file are reported by the commands.

const STAGE = 'dev';

/** Returns the stage's environment variables. Entries that are not strings are omitted. */
function stageVariables(
  ts: TypeScript,
  root: string,
  files: SourceFiles,
): Readonly<Record<string, string>> {
  const path = `${root}/.framework/config.json`;
  const text = files.readText(path);
  if (text === undefined) return {};
  const parsed: { readonly config?: unknown } = ts.parseConfigFileTextToJson(path, text);
  const stage = entryOf(entryOf(parsed.config, 'stages'), STAGE);
  return { ...variablesOf(parsed.config), ...variablesOf(stage) };
}

function variablesOf(scope: unknown): Record<string, string> {
  const entries = Object.entries(mappingOf(entryOf(scope, 'environment_variables')));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function entryOf(value: unknown, key: string): unknown {
  const mapping = mappingOf(value);
  return Object.hasOwn(mapping, key) ? mapping[key] : undefined;
}

export type Inspection = {
  readonly place: AppPlace;
  /** The compiled application; undefined if the compiler failed, in which case `diagnostics` contains the error. */
  readonly compilation: Compilation | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

/** Inspects a program. Returns one inspection for each application; empty if the program contains none. */
export type Inspect = (
  program: TypeScriptProgram,
  host: ProgramHost | undefined,
) => readonly Inspection[];

export function createInspector(ts: TypeScript): Inspect {
  const known = new WeakMap<ts.Program, readonly Inspection[]>();
  const compilers = new Map<string, Compiler>();
  const compilerOf = (root: string): Compiler => valueFor(compilers, root, createCompiler);
  return (program, host) =>
    valueFor(known, program, () => inspectProgram(ts, program, { host, compilerOf }));
}

type InspectOptions = {
  readonly host: ProgramHost | undefined;
  readonly compilerOf: (root: string) => Compiler;
};

function inspectProgram(
  ts: TypeScript,
  program: TypeScriptProgram,
  { host, compilerOf }: InspectOptions,
): readonly Inspection[] {
  try {
    const files = programFiles(ts, program, host);
    const isDirectory = (path: string): boolean => ts.sys.directoryExists(path);
    return findApps(program, { files, isDirectory }).map((place) => {
      const { root } = place;
      const compilation = compilerOf(root).compile({
        root,
        files,
        settings: programSettings(program.getCompilerOptions(), root),
        environment: stageVariables(ts, root, files),
      });
      const diagnostics = compilation.diagnostics.filter(
        (diagnostic) => !isKnownSyntaxError(program, root, diagnostic),
      );
      return { place, compilation, diagnostics };
    });
  } catch (error) {
    const entry = program.getSourceFiles().find(({ isDeclarationFile }) => !isDeclarationFile);
    const place = entry && { root: program.getCurrentDirectory(), entry, isNested: false };
    return place ? [{ place, compilation: undefined, diagnostics: [describeFailure(error)] }] : [];
  }
}

const SYNTAX_ERROR = 'FW1003';

/** TypeScript's syntax and grammar errors have numbers below this. */
const END_OF_GRAMMAR = 2_000;

/** Returns true if TypeScript itself reports the syntax error, perhaps only during type checking. */
function isKnownSyntaxError(
  program: TypeScriptProgram,
  root: string,
  { code, at }: Diagnostic,
): boolean {
  if (code !== SYNTAX_ERROR || !at) return false;
  const file = program.getSourceFile(`${root}/${at.file}`);
  if (!file) return false;
  const checked = program.getBindAndCheckDiagnostics?.(file) ?? [];
  return [...program.getSyntacticDiagnostics(file), ...checked].some(
    (diagnostic) => diagnostic.code < END_OF_GRAMMAR,
  );
}

/** Creates FW9001 for an unexpected exception, so that a bug in our code does not end `tsc` or the editor. */
export function describeFailure(error: unknown): Diagnostic {
  const summary = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? (error.stack ?? summary) : summary;
  const isDebug = Boolean(process.env['FRAMEWORK_DEBUG']);
  return {
    code: 'FW9001',
    severity: 'error',
    message: `Framework failed unexpectedly; this is a bug in framework. ${summary}`,
    hint: isDebug
      ? stack
      : 'Run `FRAMEWORK_DEBUG=1 npx framework check` to see where, and report it.',
  };
}

// Derives the project settings from the options that TypeScript has parsed.

function programSettings(options: ts.CompilerOptions, root: string): ProjectSettings {
  const mapSpecifier = pathsMatcher(options, root);
  return {
    decorators: options.experimentalDecorators === true ? 'legacy' : 'standard',
    emitsMetadata: options.emitDecoratorMetadata === true,
    ...(options.verbatimModuleSyntax === true && { keepsUnusedImports: true }),
    ...(isWithoutNullChecks(options) && { ignoresNull: true }),
    ...(mapSpecifier && { mapSpecifier }),
  };
}

function pathsMatcher(
  options: ts.CompilerOptions,
  root: string,
): ProjectSettings['mapSpecifier'] | undefined {
  const { paths } = options;
  const baseUrl = textOption(options, 'baseUrl');
  if (!paths && baseUrl === undefined) return undefined;
  const directory = textOption(options, 'pathsBasePath') ?? root;
  const compilerOptions = { ...(baseUrl !== undefined && { baseUrl }), ...(paths && { paths }) };
  try {
    const match = createPathsMatcher({
      path: posix.join(directory, 'tsconfig.json'),
      config: { compilerOptions },
    });
    return match
      ? (specifier) => match(specifier).map((path) => path.replaceAll('\\', '/'))
      : undefined;
  } catch {
    // TypeScript reports the invalid pattern itself.
    return undefined;
  }
}
