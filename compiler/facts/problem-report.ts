// Creates diagnostics for sources that cannot be parsed or found, and for views that cannot be followed.
import { type Diagnostic, type Fix, diagnose } from '../diagnostics/diagnostic.js';
import type {
  AppFacts,
  ReadProblem,
  UnimportedUse,
  UntrackedUse,
} from '../declarations/app-facts.js';
import type { ViewKind } from '../declarations/kind.js';
import { DECLARING_MEMBERS, EVENT_MEMBERS, VIEW_MEMBERS, viewKindOf } from '../kinds/registry.js';
import * as texts from './problem-catalogue.js';
import type { Imported, LoadedModule, ModuleGraph } from './module-graph.js';
import { NAMESPACE } from './scan-imports.js';

export function checkReadProblems(facts: AppFacts): Diagnostic[] {
  return facts.problems.map(reportProblem);
}

function reportProblem(problem: ReadProblem): Diagnostic {
  switch (problem.kind) {
    case 'missing-entry':
      return diagnose(texts.missingEntry, problem);
    case 'unreadable':
      return diagnose(texts.unreadableFile, problem);
    case 'syntax':
      return diagnose(texts.syntaxError, problem, problem);
    case 'missing-module':
      return diagnose(texts.missingModule, problem, problem);
    case 'app-before-initialisation':
      return diagnose(texts.appBeforeInitialisation, problem, problem);
    case 'unknown-member':
      return diagnose(
        texts.unknownMember,
        { ...problem, known: DECLARING_MEMBERS, sources: EVENT_MEMBERS },
        { at: problem.at, fix: routeFix(problem) },
      );
    case 'changed-class':
      return diagnose(texts.changedClass, problem, problem);
    case 'unreached-view':
      return diagnose(texts.unreachedView, { ...problem, ...wordsOf(problem) }, problem);
    case 'untracked-use':
      return diagnose(UNTRACKED[problem.use], { ...problem, ...wordsOf(problem) }, problem);
    case 'unimported-view': {
      const { at, related: dropped } = problem;
      const related = dropped ? [{ message: 'This import is dropped.', at: dropped }] : [];
      return diagnose(
        UNIMPORTED[problem.use],
        { ...problem, ...wordsOf(problem) },
        { at, related },
      );
    }
  }
}

/** Matches the declaring member in the source, for example `route`, whatever the name of the application's variable. */
const MEMBER = new RegExp(`(?<!\\w)(${VIEW_MEMBERS.join('|')})(?!\\w)`, 'u');

/** Returns the noun and the example for the member that the source uses, because people search for their own word. */
function wordsOf({ text }: { readonly text: string }): Pick<ViewKind, 'noun' | 'example'> {
  const kind = viewKindOf(MEMBER.exec(text)?.[1]) ?? viewKindOf('route');
  return { noun: kind?.noun ?? 'view', example: kind?.example ?? "app.route('/')" };
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head']);

/** Suggests the complete correct call: `@app.post('/cities')` contains the method and the path. */
function routeFix(problem: ReadProblem & { readonly kind: 'unknown-member' }): Fix | undefined {
  const { name, isDecorator, argument, at } = problem;
  if (!isDecorator || !argument || !METHODS.has(name)) return undefined;
  const { file, start, end } = at;
  const method = { file, start: argument.end, end: argument.end };
  const options = `, { methods: ['${name.toUpperCase()}'] }`;
  return {
    title: 'Write `route`',
    edits: [
      { file, start, end, text: 'route' },
      ...(name === 'get' ? [] : [{ ...method, text: options }]),
    ],
  };
}

const UNTRACKED: Record<Exclude<UntrackedUse, UnimportedUse>, typeof texts.routeNotCalled> = {
  'not-called': texts.routeNotCalled,
  'not-applied': texts.routeNotApplied,
  'unknown-app': texts.unknownApp,
};

const UNIMPORTED: Record<UnimportedUse, typeof texts.lazyModule> = {
  'lazy-module': texts.lazyModule,
  'dropped-import': texts.droppedImport,
};

// Finds diagnostics whose cause is a module that cannot be read. A syntax error makes every export of its module unknown, so
// without this each use in another module would be reported as a separate mistake.

/**
 * Returns a function that tells whether a finding is caused by a module that cannot be read, or has a syntax error or an
 * unresolved import: the code at the finding uses a name from such a module, or something is missing from the application.
 * Returns undefined if every module could be read.
 */
export function followsFromUnread(
  graph: ModuleGraph,
): ((diagnostic: Diagnostic) => boolean) | undefined {
  const modules = [...graph.modules.values()];
  const isWhole = graph.missing.length + graph.unreadable.length === 0;
  if (isWhole && !modules.some(isBroken)) return undefined;
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const named = new Map<LoadedModule, RegExp | undefined>();
  return ({ code, at }) => {
    if (ABOUT_ALL.includes(code)) return true;
    const module = at && byFile.get(at.file);
    // Problems in a module itself are always reported.
    if (!module || code.startsWith('FW10')) return false;
    if (!named.has(module)) named.set(module, unreadNames(graph, module));
    return named.get(module)?.test(module.record.source.text.slice(at.start, at.end)) ?? false;
  };
}

/** Codes for what is missing from the whole application: the registration of a blueprint, a provider in a list. */
const ABOUT_ALL: readonly string[] = ['FW3301', 'FW3204'];

/** Returns a pattern that matches the names that a module imports, directly or indirectly, from an unreadable module. */
function unreadNames(graph: ModuleGraph, module: LoadedModule): RegExp | undefined {
  const names = [...module.record.names.all()].flatMap(([name, binding]) =>
    binding.kind === 'import' && isUnread(graph, { module, ...binding }) ? [name] : [],
  );
  const escaped = names.map((name) => name.replaceAll('$', '\\$'));
  return names.length > 0
    ? new RegExp(`(?<![\\w$.])(?:${escaped.join('|')})(?![\\w$])`)
    : undefined;
}

type ImportedIn = Imported & { readonly module: LoadedModule };

/** Uses a list instead of recursion, because a chain of modules may be longer than the stack allows. */
function isUnread({ modules, missing }: ModuleGraph, first: ImportedIn): boolean {
  const seen = new Set<string>();
  const open = [first];
  for (let next = open.pop(); next; next = open.pop()) {
    const target = next.module.resolve(next.specifier);
    const { module, specifier } = next;
    // Only an import that is reported as missing counts; a type-only import is not reported.
    if (target.kind === 'missing')
      return missing.some(
        ({ importer, request }) => importer === module && request.specifier === specifier,
      );
    if (target.kind !== 'module') continue;
    const key = `${next.name} ${target.path}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const exporter = modules.get(target.path);
    // A module that is imported only for types is not in the graph. Its problems are reported when its types are read.
    if (!exporter) continue;
    if (isBroken(exporter)) return true;
    open.push(...exportsOf(exporter, next.name));
  }
  return false;
}

function exportsOf(module: LoadedModule, name: string): readonly ImportedIn[] {
  const { exports, names, starExports } = module.record;
  if (name === NAMESPACE) return [];
  const exported = exports.get(name);
  if (exported?.kind === 'from') return [{ module, ...exported }];
  if (exported?.kind === 'local') {
    const binding = names.find(exported.name);
    return binding?.kind === 'import' ? [{ module, ...binding }] : [];
  }
  if (exported) return [];
  // Types are not recorded as exports, so a type may come from any module that this module re-exports.
  const others = [...exports.values()].flatMap((one) => (one.kind === 'from' ? one.specifier : []));
  return [...starExports, ...others].map((specifier) => ({ module, specifier, name }));
}

function isBroken({ record }: LoadedModule): boolean {
  return record.problems.length > 0;
}
