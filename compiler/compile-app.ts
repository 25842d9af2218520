// The compiler as one function: it receives an entry file and a way to read files, and returns the manifest, diagnostics and
// bindings.
import type { Manifest } from '../runtime/contract/manifest.js';
import { type Diagnostic, sortDiagnostics } from './diagnostics/diagnostic.js';
import type { AppFacts, ReadProblem, ViewDeclaration } from './declarations/app-facts.js';
import type { ModuleRecord } from './facts/module-record.js';
import { createProgram } from './facts/evaluate.js';
import { followsFromUnread, checkReadProblems } from './facts/problem-report.js';
import { type ReadApp, readFacts } from './facts/read-facts.js';
import { scanAhead, scanModule } from './facts/scan-module.js';
import type { ViewBinding } from './facts/bind-declarations.js';
import { buildManifest } from './manifest/build-manifest.js';
import { ENTRY_FILES, findEntry } from './modules/candidate-files.js';
import {
  buildModuleGraph,
  type LoadedModule,
  type ModuleGraph,
  relativePath,
} from './facts/module-graph.js';
import { createResolver, type ResolveSpecifier } from './modules/resolve-specifier.js';
import { createTypeReader } from './types/read-type.js';
import { createTypeModules } from './types/type-modules.js';
import {
  askedOnce,
  DEFAULT_SETTINGS,
  type ProjectSettings,
  type SourceFiles,
} from './modules/source-files.js';
import { RULES } from './kinds/registry.js';
import { LAMBDA_FUNCTION } from './kinds/lambda-function/lambda-function.js';
import { routesOf } from './kinds/route/route.js';
import type { StaticValue } from './values/static-value.js';

export type CompileOptions = {
  /** The absolute path of the project directory, with forward slashes. */
  readonly root: string;
  readonly files: SourceFiles;
  readonly settings?: ProjectSettings;
  /** The stage's `environment_variables`, for `process.env.NAME` in route options. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** A module of the application. */
export type AppModule = {
  /** Relative to the project directory. */
  readonly file: string;
  /** The absolute path. */
  readonly path: string;
  readonly text: string;
  /** Computed on first use. */
  readonly bindings: readonly ViewBinding[];
  /** True if the module is only reached by an `import()` or `require()` that may run later. */
  readonly isLoadedLater?: true;
};

export type Compilation = {
  /** The manifest; undefined if there are errors. */
  readonly manifest: Manifest | undefined;
  /** Sorted by file, location and code. */
  readonly diagnostics: readonly Diagnostic[];
  /** The project's modules in evaluation order, with the entry last; then those that are loaded later. */
  readonly modules: readonly AppModule[];
};

/** A compiler that caches what it reads from each file, so that the next compilation reads only changed files. */
export type Compiler = {
  readonly compile: (options: CompileOptions) => Compilation;
  /** Starts reading most modules on other threads, so that they are already parsed at the next compilation. */
  readonly readAhead: (options: CompileOptions) => Promise<void>;
  /** Returns the modules of an application; undefined if there is no entry file. */
  readonly readSource: (options: CompileOptions) => AppSource | undefined;
};

/** The modules of an application and its declarations. */
export type AppSource = {
  readonly root: string;
  readonly graph: ModuleGraph;
  readonly readFacts: () => SourceFacts;
  /** Loads the module that another module imports, even if it imports only types. */
  readonly loadModule: (importer: LoadedModule, specifier: string) => LoadedModule | undefined;
  readonly loadPath: (path: string) => LoadedModule | undefined;
};

export function createCompiler(): Compiler {
  const known = new Map<string, ModuleRecord>();
  const readModule = moduleReader(known);
  let ahead: { readonly of: SourceFiles; readonly files: SourceFiles } | undefined;
  return {
    readAhead: async ({ root, files: of, settings = DEFAULT_SETTINGS }) => {
      const files = askedOnce(of);
      ahead = { of, files };
      const entry = findEntry(root, files.isFile);
      const resolve = createResolver(files, settings.mapSpecifier);
      const read = async (path: string, text: string): Promise<void> => {
        const file = relativePath(root, path);
        const record = known.has(path) ? undefined : await scanAhead(text, file);
        if (record) known.set(path, record);
      };
      if (entry !== undefined) await readAhead({ entry, resolve, readText: files.readText, read });
    },
    compile: (given) => {
      const files = ahead?.of === given.files ? ahead.files : askedOnce(given.files);
      ahead = undefined;
      const options = { ...given, files };
      const read = openApp(options, readModule);
      if (!read) return { ...prove(missingEntry(options)), modules: [] };
      const { graph } = read;
      const { facts, bindings } = readApp(options, read);
      const moduleOf = ({ file, path, record }: LoadedModule, isLoadedLater?: true): AppModule => ({
        file,
        path,
        text: record.source.text,
        get bindings() {
          return bindings().get(path) ?? [];
        },
        ...(isLoadedLater && { isLoadedLater }),
      });
      const modules = [
        ...graph.loaded.map((module) => moduleOf(module)),
        ...graph.later.map((module) => moduleOf(module, true)),
      ];
      const compilation: Compilation = { ...prove(facts, graph), modules };
      const source = appSource(options, read, () => facts);
      SOURCES.set(compilation, source);
      return compilation;
    },
    readSource: (options) => {
      const read = openApp(options, readModule);
      return read && appSource(options, read, () => readApp(options, read).facts);
    },
  };
}

const SOURCES = new WeakMap<Compilation, AppSource>();

/** Returns the compiled modules, for other analyses; undefined if there is no entry file. */
export function compiledSource(compilation: Compilation): AppSource | undefined {
  return SOURCES.get(compilation);
}

function appSource(options: CompileOptions, read: ReadOptions, facts: () => AppFacts): AppSource {
  const loadPath = pathLoader(options, read.readModule);
  return {
    root: options.root,
    graph: read.graph,
    readFacts: () => sourceFacts(facts()),
    loadPath,
    loadModule: (importer, specifier) => {
      const target = importer.resolve(specifier);
      return target.kind === 'module' ? loadPath(target.path) : undefined;
    },
  };
}

function pathLoader(options: CompileOptions, readModule: ReadModule): AppSource['loadPath'] {
  const { root, files, settings = DEFAULT_SETTINGS } = options;
  const resolve = createResolver(files, settings.mapSpecifier);
  return (path) => {
    const file = relativePath(root, path);
    const record = readModule(files, path, file);
    return record && { path, file, record, resolve: (name) => resolve(name, path) };
  };
}

/** Compiles an application once. */
export function compileApp(options: CompileOptions): Compilation {
  return createCompiler().compile(options);
}

/** Reads the facts of an application without applying rules. */
export function readAppFacts(options: CompileOptions): AppFacts {
  const read = openApp(options, moduleReader(new Map()));
  return read ? readApp(options, read).facts : missingEntry(options);
}

type ReadModule = (files: SourceFiles, path: string, file: string) => ModuleRecord | undefined;

/** Creates a function that reads modules. A module in `known` is read again only if its text or name changed. */
function moduleReader(known: Map<string, ModuleRecord>): ReadModule {
  return (files, path, file) => {
    const text = files.readText(path);
    if (text === undefined) return undefined;
    let record = known.get(path);
    if (record?.source.text !== text || record.source.file !== file) {
      record = scanModule(text, file);
      known.set(path, record);
    }
    return record;
  };
}

type ReadOptions = {
  readonly graph: ModuleGraph;
  readonly entry: string;
  readonly readModule: ReadModule;
};

/** Reads the modules of an application; undefined if there is no entry file. */
function openApp(options: CompileOptions, readModule: ReadModule): ReadOptions | undefined {
  const { root, files, settings = DEFAULT_SETTINGS } = options;
  const entry = findEntry(root, files.isFile);
  if (entry === undefined) return undefined;
  const resolve = createResolver(files, settings.mapSpecifier);
  const read = (path: string, file: string) => readModule(files, path, file);
  return { graph: buildModuleGraph({ root, entry, settings, resolve, read }), entry, readModule };
}

function readApp(options: CompileOptions, { graph, entry, readModule }: ReadOptions): ReadApp {
  const { root, environment = {}, files, settings = DEFAULT_SETTINGS } = options;
  const load = pathLoader(options, readModule);
  const types = createTypeReader({ load: createTypeModules({ root, graph, files, load }) });
  const program = createProgram({ graph, environment, readText: files.readText, types });
  const read = readFacts(program, { root, entry, files, load });
  return settings.ignoresNull ? { ...read, facts: { ...read.facts, ignoresNull: true } } : read;
}

function prove(
  facts: AppFacts,
  graph?: ModuleGraph,
): Pick<Compilation, 'manifest' | 'diagnostics'> {
  const follows = graph && followsFromUnread(graph);
  const found = checkApp(facts);
  const diagnostics = follows ? found.filter((one) => !follows(one)) : found;
  const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
  return { manifest: hasErrors ? undefined : buildManifest(facts), diagnostics };
}

function missingEntry({ root, files }: CompileOptions): AppFacts {
  const [file] = ENTRY_FILES;
  const found = findEntry(`${root}/src`, files.isFile);
  const elsewhere = found && relativePath(root, found);
  const problem: ReadProblem = { kind: 'missing-entry', file, elsewhere };
  const nothing = {
    apps: [],
    blueprints: [],
    unreachedBlueprints: [],
    registrations: [],
    views: [],
    changes: [],
    authorizers: [],
    made: [],
    providerReads: [],
    unfollowedProviders: [],
  };
  return { entry: file, files: [], ...nothing, types: new Map(), problems: [problem] };
}

/** Returns every problem in an application, sorted. The application can be built if there are no errors. */
export function checkApp(facts: AppFacts): Diagnostic[] {
  return sortDiagnostics([...checkReadProblems(facts), ...RULES.flatMap((rule) => rule(facts))]);
}

// The facts that `readSource` in `framework/compiler` returns. They list routes and lambda functions separately.

type RouteDeclaration = Omit<ViewDeclaration, 'kind' | 'leading'> & { readonly path: StaticValue };

type FunctionDeclaration = Omit<ViewDeclaration, 'kind' | 'leading' | 'extraArguments'>;

type SourceFacts = AppFacts & {
  readonly routes: readonly RouteDeclaration[];
  readonly functions: readonly FunctionDeclaration[];
};

function sourceFacts(facts: AppFacts): SourceFacts {
  const functions = facts.views.filter(({ kind }) => kind === LAMBDA_FUNCTION.member);
  return {
    ...facts,
    routes: routesOf(facts).map(({ kind, leading, decoded, ...route }) => route),
    functions: functions.map(({ kind, leading, extraArguments, ...declared }) => declared),
  };
}

type ReadAhead = {
  readonly entry: string;
  readonly resolve: ResolveSpecifier;
  readonly readText: (path: string) => string | undefined;
  readonly read: (path: string, text: string) => Promise<void>;
};

/** `isForTypes` is true if only types are imported from the module. */
type Waiting = { readonly path: string; readonly isForTypes: boolean };

export async function readAhead({ entry, resolve, readText, read }: ReadAhead): Promise<void> {
  const seen = new Set([entry]);
  const waiting: Waiting[] = [{ path: entry, isForTypes: false }];
  const running = new Set<Promise<void>>();
  const start = ({ path, isForTypes }: Waiting): void => {
    const text = readText(path);
    if (text === undefined) return;
    const readsTypes = isForTypes || HAS_INPUT.test(text);
    for (const { specifier, isOfType } of importsOf(text)) {
      if (isOfType && !readsTypes) continue;
      const target = resolve(specifier, path);
      if (target.kind !== 'module' || seen.has(target.path)) continue;
      seen.add(target.path);
      waiting.push({ path: target.path, isForTypes: isOfType });
    }
    // If a module cannot be read, it fails again when it is needed, and is reported there.
    const task = read(path, text)
      .catch(() => undefined)
      .finally(() => running.delete(task));
    running.add(task);
  };
  const next = (): Waiting | undefined => (running.size < MOST ? waiting.shift() : undefined);
  do {
    for (let location = next(); location; location = next()) start(location);
    if (running.size > 0) await Promise.race(running);
  } while (running.size > 0 || waiting.length > 0);
}

/** The maximum number of parser threads. Two threads already parse faster than the main thread can read their results. */
const MOST = 2;

/** Matches a parameter with the name of an input, because the compiler reads its type. */
const HAS_INPUT = /\b(?:body|query|headers)\??\s*:/;

const IMPORT =
  /\b(?:import|export)\b(?<type>\s+type\b(?!\s*(?:,|from\b)))?(?:[^'"`;]{0,2000}?\bfrom)?\s*(?:'(?<single>[^'\n]+)'|"(?<double>[^"\n]+)")/g;

function importsOf(text: string): readonly { specifier: string; isOfType: boolean }[] {
  return [...text.matchAll(IMPORT)].flatMap(({ groups = {} }) => {
    const { type, single, double } = groups;
    const specifier = single ?? double;
    return specifier === undefined ? [] : [{ specifier, isOfType: type !== undefined }];
  });
}
