// `framework check`: checks every rule of the compiler and the configuration, without executing the application.
import {
  type Diagnostic,
  sortDiagnostics,
  codeList,
} from '../../compiler/diagnostics/diagnostic.js';
import { type Compiler, createCompiler } from '../../compiler/index.js';
import {
  hasErrors,
  loadApp,
  loadAppAhead,
  type LoadedApp,
  type LoadOptions,
} from '../app/load-app.js';
import { checkTypes, describeTypes } from '../app/type-check.js';
import { findMissingImports } from '../bundle/doubtful-imports.js';
import { type CommandInput, ExitCode, isGiven, textOption } from '../program/command.js';
import { type Fixes, fixApp } from '../author/fix/fix-app.js';
import { writeAppTypes } from '../serve/testing/app-types.js';
import { diagnosticSources, watchProject } from '../project/project-files.js';
import { renderJson, renderGithub } from '../terminal/json-diagnostics.js';
import { plural } from '../terminal/printable.js';
import { printDiagnostics } from '../terminal/pretty-diagnostics.js';
import { refuse } from './failure.js';
import { printable } from '../../runtime/contract/printable.js';

export async function run(input: CommandInput): Promise<ExitCode> {
  const clash = EXCLUSIVE.map((names) => names.filter((name) => isGiven(input, name))).find(
    (given) => given.length > 1,
  );
  if (clash) {
    const message = `${codeList(clash.map((name) => `--${name}`))} cannot be combined.`;
    return refuse(input, { message, help: 'framework check --help' });
  }
  if (isGiven(input, 'watch')) return watch(input);
  const compiler = createCompiler();
  const { app: loaded, fixes } = isGiven(input, 'fix')
    ? fixApp(() => loadApp(appOf(input, compiler)))
    : { app: await loadAppAhead(appOf(input, compiler)) };
  const app = await checkFurther(loaded, input);
  report(app, input, fixes);
  return hasErrors(app.diagnostics) ? ExitCode.diagnostics : ExitCode.ok;
}

/** Options in the same list exclude each other. With `--watch`, `--fix` would overwrite the user's edits. */
const EXCLUSIVE = [
  ['json', 'github', 'watch'],
  ['fix', 'watch'],
] as const;

function appOf(input: CommandInput, compiler: Compiler): LoadOptions {
  return { directory: input.projectDirectory, stage: textOption(input, 'stage'), compiler };
}

type CheckedApp = LoadedApp & {
  /** Describes the check of the types; undefined without `--types`. */
  readonly typesBy?: string;
};

/** Adds checks that the compiler cannot do: unresolved imports and, with `--types`, TypeScript errors. */
async function checkFurther(app: LoadedApp, input: CommandInput): Promise<CheckedApp> {
  const { project, compilation } = app;
  if (!isGiven(input, 'types') || !project) return withImports(app);
  // Without a manifest, the types from the last build stay in place, because they are closest to the current source.
  if (compilation?.manifest) writeAppTypes(project.root, compilation.manifest);
  const [{ diagnostics, ...checked }, types] = await Promise.all([
    withImports(app),
    checkTypes(project, { modules: compilation?.modules ?? [] }),
  ]);
  const found = types.kind === 'checked' ? types.diagnostics : [types.diagnostic];
  return {
    ...checked,
    diagnostics: sortDiagnostics([...diagnostics, ...found]),
    ...(types.kind === 'checked' && { typesBy: describeTypes(types) }),
  };
}

/** Adds diagnostics for missing packages, files and exports. A line that already has an error does not get a second one. */
async function withImports(app: LoadedApp): Promise<LoadedApp> {
  const { project, compilation, diagnostics } = app;
  if (!project || !compilation) return app;
  const told = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(lineOf));
  const missing = await findMissingImports(project, compilation);
  const untold = missing.filter((one) => !one.at || !told.has(lineOf(one)));
  return { ...app, diagnostics: sortDiagnostics([...diagnostics, ...untold]) };
}

function lineOf({ at }: Diagnostic): string {
  return `${at?.file ?? ''}:${at?.line ?? ''}`;
}

function report(app: CheckedApp, input: CommandInput, fixes?: Fixes): void {
  const { terminal, projectDirectory, workingDirectory, environment } = input;
  const { diagnostics } = app;
  if (isGiven(input, 'json')) {
    terminal.out.write(renderJson(diagnostics, fixes));
    return;
  }
  if (fixes) reportFixes(fixes, input);
  if (isGiven(input, 'github')) {
    const repository = environment['GITHUB_WORKSPACE'] ?? workingDirectory;
    const { showPath } = diagnosticSources(projectDirectory, repository);
    terminal.out.write(renderGithub(diagnostics, showPath));
    return;
  }
  printDiagnostics(terminal, diagnostics, {
    ...diagnosticSources(projectDirectory, workingDirectory),
    stream: 'out',
  });
  if (diagnostics.length === 0) terminal.out.write(`${describeSound(app)}\n`);
}

function reportFixes({ fixed, refused }: Fixes, input: CommandInput): void {
  const { terminal, projectDirectory, workingDirectory } = input;
  const { showPath } = diagnosticSources(projectDirectory, workingDirectory);
  // With `--github`, stdout is only for annotations.
  const stream = isGiven(input, 'github') ? terminal.err : terminal.out;
  stream.write(renderFixed(fixed, showPath));
  terminal.err.write(renderRefused(refused, showPath));
}

function describeSound({ compilation, typesBy }: CheckedApp): string {
  const manifest = compilation?.manifest;
  const counts = [
    plural(manifest?.routes.length ?? 0, 'route'),
    plural(manifest?.functions.length ?? 0, 'function'),
    plural(compilation?.modules.length ?? 0, 'file'),
  ];
  const types = typesBy === undefined ? '' : ` Types: ${typesBy}.`;
  return `No problems: ${counts.join(', ')}.${types}`;
}

/** Matches the files that the check may read. */
const CHECKED = /\.(?:[cm]?[jt]sx?|json)$/;

async function watch(input: CommandInput): Promise<ExitCode> {
  const { terminal, signal, projectDirectory } = input;
  const compiler = createCompiler();
  const show = async (): Promise<void> => {
    const app = await checkFurther(loadApp(appOf(input, compiler)), input);
    // Clear the screen only at a terminal, so that a log keeps its history.
    if (terminal.out.isTty) terminal.out.write('\u001b[2J\u001b[3J\u001b[H');
    report(app, input);
    terminal.err.write('Watching for changes. Press Ctrl-C to stop.\n');
  };
  let reported = Promise.resolve();
  const onChange = (paths: readonly string[]): void => {
    if (paths.length > 0 && !paths.some((path) => CHECKED.test(path))) return;
    // Checks run one after another, so that the result of the latest change is printed last.
    reported = reported.then(show);
  };
  const problem = await watchProject([projectDirectory], { signal, onChange });
  await reported;
  // Only Ctrl-C stops watching, so the exit code reports success.
  if (!problem) return ExitCode.ok;
  printDiagnostics(terminal, [problem], { readText: () => undefined });
  return ExitCode.diagnostics;
}

/** Returns lines such as `Fixed app.ts:9:22 FW2103 Remove the slash`. */
function renderFixed(fixed: readonly Diagnostic[], showPath: (file: string) => string): string {
  return fixed
    .map(({ code, at, fix }) => {
      const location = at ? `${printable(showPath(at.file))}:${at.line}:${at.column} ` : '';
      return `Fixed ${location}${code} ${printable(fix?.title ?? '')}\n`;
    })
    .join('');
}

/** Returns lines such as `Left ../views.ts alone: it is outside the project directory.` */
function renderRefused(refused: Fixes['refused'], showPath: (file: string) => string): string {
  return refused
    .map(({ file, reason }) => `Left ${printable(showPath(file))} alone: ${reason}.\n`)
    .join('');
}
