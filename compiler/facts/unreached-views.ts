// Finds views and blueprints in files that no module imports. Without a message, they would be missing from the API, so each is
// reported with the import to add.
import { posix } from 'node:path';
import { candidateFiles } from '../modules/candidate-files.js';
import type { SourceFiles } from '../modules/source-files.js';
import type { AppFacts, ReadProblem, UnimportedUse } from '../declarations/app-facts.js';
import { VIEW_MEMBERS } from '../kinds/registry.js';
import type { CallExpression } from '../syntax/tree.js';
import { traceExpression } from './entity.js';
import type { AppSite, Program } from './program.js';
import type { LoadedModule, ModuleGraph } from './module-graph.js';
import type { Use } from './module-record.js';
import { shortText } from './environment.js';

export type UnreachedOptions = {
  readonly root: string;
  readonly entry: string;
  readonly files: SourceFiles;
  /** Reads a module that the application does not import. */
  readonly load: (path: string) => LoadedModule | undefined;
};

/** A file whose text does not match declares no view. */
const DECLARATION = new RegExp(`\\.\\s*(?:${VIEW_MEMBERS.join('|')}|register)\\s*[(<]`);

export function unreachedViews(
  program: Program,
  { root, entry, files, load }: UnreachedOptions,
): readonly ReadProblem[] {
  const { graph } = program;
  // If an import cannot be followed, it may refer to any file, so nothing is reported.
  if (!files.listFiles || !isWhole(graph)) return [];
  const dropped = new Set(graph.dropped.map(({ target }) => target.path));
  const isReached = (path: string): boolean => graph.modules.has(path) || dropped.has(path);
  const candidates = candidateFiles({ root, files: files.listFiles(root), isReached });
  return candidates.toSorted().flatMap((path): readonly ReadProblem[] => {
    if (!DECLARATION.test(files.readText(path) ?? '')) return [];
    const module = load(path);
    const view = module && findFirstView(program, module);
    if (!view) return [];
    const { file, record } = module;
    const text = shortText(module, view.call.span);
    const importer = posix.basename(entry);
    const specifier = specifierFrom(graph.modules.get(entry), posix.relative(root, path));
    const at = record.source.spanOf(view.call.span);
    return [{ kind: 'unreached-view', file, text, importer, specifier, at }];
  });
}

/** Skips blueprints that are registered by a test, by another application or by another file that is not imported. */
export function unreachedBlueprints(
  program: Program,
  { root, files, load }: UnreachedOptions,
): AppFacts['unreachedBlueprints'] {
  const { modules } = program.graph;
  const all = files.listFiles?.(root);
  if (!all || !isWhole(program.graph)) return [];
  const isReached = (path: string): boolean => modules.has(path);
  const textOf = (path: string): string => files.readText(path) ?? '';
  const others = all.filter((path) => !isReached(path));
  const isRegistered = (name: string, inside: string): boolean =>
    others.some((path) => {
      const text = path === inside ? '' : textOf(path);
      return REGISTERING.test(text) && text.split(/[^\w$]+/).includes(name);
    });
  return candidateFiles({ root, files: all, isReached })
    .toSorted()
    .flatMap((path) => {
      const module = textOf(path).includes('Blueprint') ? load(path) : undefined;
      return (module?.record.uses ?? []).flatMap((use) => {
        if (!module || use.kind !== 'new') return [];
        const made = traceExpression(program, module, use.node);
        if (made.kind !== 'app' || !made.site.isBlueprint) return [];
        const name = use.holder?.name;
        const isOwn = module.record.uses.some(
          (one) => one.kind === 'register' && siteOf(program, module, one.call) === made.site,
        );
        if (isOwn || isRegistered(name ?? posix.parse(path).name, path)) return [];
        return [{ name, at: module.record.source.spanOf(use.node.span) }];
      });
    });
}

const REGISTERING = /\.\s*register\s*\(/;

function siteOf(
  program: Program,
  module: LoadedModule,
  { arguments: [first] }: CallExpression,
): AppSite | undefined {
  const found = first && traceExpression(program, module, first.expression);
  return found?.kind === 'app' ? found.site : undefined;
}

function isWhole({ loaded, later, missing, unreadable }: ModuleGraph): boolean {
  const isParsed = [...loaded, ...later].every(({ record }) => record.problems.length === 0);
  return isParsed && missing.length === 0 && unreadable.length === 0;
}

/** Returns the specifier with the kind of extension that the other imports of the entry file have: `.ts`, `.js` or none. */
function specifierFrom(entry: LoadedModule | undefined, file: string): string {
  const own = (entry?.record.requests ?? [])
    .map(({ specifier }) => specifier)
    .find((specifier) => specifier.startsWith('.'));
  if (own !== undefined && /\.[cm]?tsx?$/.test(own)) return `./${file}`;
  const [, stem = file, kind = ''] = /^(.*)\.([cm]?)[jt]sx?$/.exec(file) ?? [];
  const isBare = own !== undefined && kind === '' && !/\.[cm]?jsx?$/.test(own);
  return isBare ? `./${stem}` : `./${stem}.${kind}js`;
}

export function lostViews(
  program: Program,
  { root, entry }: UnreachedOptions,
): readonly ReadProblem[] {
  const { modules, later, dropped } = program.graph;
  const problemOf = (
    target: LoadedModule,
    use: UnimportedUse,
    written: { readonly importer: string; readonly specifier: string },
  ): (ReadProblem & { readonly kind: 'unimported-view' }) | undefined => {
    const view = findFirstView(program, target);
    if (!view) return undefined;
    const { span } = view.call;
    const at = target.record.source.spanOf(span);
    return { kind: 'unimported-view', use, text: shortText(target, span), ...written, at };
  };
  const inLater = later.flatMap((module) => {
    const specifier = specifierFrom(modules.get(entry), posix.relative(root, module.path));
    const written = { importer: posix.basename(entry), specifier };
    return problemOf(module, 'lazy-module', written) ?? [];
  });
  const inDropped = dropped.flatMap(({ target, importer, request }) => {
    const written = { importer: importer.file, specifier: request.specifier };
    const problem = problemOf(target, 'dropped-import', written);
    return problem ? { ...problem, related: importer.record.source.spanOf(request.at) } : [];
  });
  return [...inLater, ...inDropped];
}

type DeclaringUse = Use & { readonly kind: 'decorator' | 'apply' | 'register' };

/** Returns the first declaration or registration on an application of the program; undefined if the module has none. */
function findFirstView(program: Program, module: LoadedModule): DeclaringUse | undefined {
  return module.record.uses.find((use): use is DeclaringUse => {
    if (use.kind !== 'decorator' && use.kind !== 'apply' && use.kind !== 'register') return false;
    const { callee } = use.call;
    if (callee.type !== 'MemberExpression') return false;
    const entity = traceExpression(program, module, callee.object);
    return entity.kind === 'app' && program.graph.modules.has(entity.site.module.path);
  });
}
