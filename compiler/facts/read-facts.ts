// Reads the facts and bindings of an application from its modules, in evaluation order.
import { DEFAULT_BINARY_TYPES } from '../../runtime/contract/media-types.js';
import { type LoadedModule, type ModuleGraph, relativePath } from './module-graph.js';
import { readMade, withArnReads } from './made-constants.js';
import { calledMember, rootOf, spanOf } from '../syntax/expressions.js';
import { changedClasses } from './app-classes.js';
import { bindDeclarations, type ViewBinding } from './bind-declarations.js';
import { bindingDefinition } from './definition.js';
import { isOurs, traceDefinition, traceExpression } from './entity.js';
import { evaluateArguments } from './evaluate.js';
import type {
  AppDeclaration,
  AppFacts,
  ReadProblem,
  Registration,
  ViewDeclaration,
} from '../declarations/app-facts.js';
import type { TypeDefinition } from '../declarations/declared-type.js';
import { corsDefault } from '../kinds/app/app.js';
import { withCors } from '../kinds/blueprint/placed-view.js';
import type { StaticValue } from '../values/static-value.js';
import { type FactsDraft, readMember } from './facts-draft.js';
import type { Use } from './module-record.js';
import type { AppSite, Program } from './program.js';
import { findProviderReads } from './provider-reads.js';
import {
  readAuthorizer,
  readDeclaration,
  readStray,
  readPassed,
  readWrite,
} from './read-declarations.js';
import { NAMESPACE } from './scan-imports.js';
import { shortText } from './environment.js';
import {
  lostViews,
  unreachedBlueprints,
  type UnreachedOptions,
  unreachedViews,
} from './unreached-views.js';
import type { Expression, Span } from '../syntax/tree.js';

export type ReadApp = {
  readonly facts: AppFacts;
  /** Keyed by the absolute path of the module. Computed on demand, because a check does not need bindings. */
  readonly bindings: () => ReadonlyMap<string, readonly ViewBinding[]>;
};

export function readFacts(program: Program, options: UnreachedOptions): ReadApp {
  const { loaded, later } = program.graph;
  for (const module of loaded) readBodiesOfAliases(program, module);
  const draft = createDraft(
    program,
    loaded.flatMap((module) => findSites(program, module)),
  );
  readBlueprints(draft, loaded);
  const sites = [...draft.sites, ...draft.blueprintSites];
  draft.problems.push(...graphProblems(program), ...changedClasses(program, sites));
  for (const module of loaded) {
    // Iterates over a copy, because reading a use may read skipped bodies, which adds the uses in them to the list.
    for (const use of [...module.record.uses]) readUse(draft, module, use);
  }
  draft.problems.push(
    ...lostViews(program, options),
    ...unreachedViews(program, options),
    ...findEarlyUses(program),
  );
  const files = [...loaded, ...later].map(({ file }) => file);
  const { apps, blueprints, registrations, changes, authorizers, problems } = draft;
  const ofApp = draft.sites.map((_, app) => corsDefault(changes, app));
  const complete = (view: ViewDeclaration): ViewDeclaration => {
    const cors = view.kind === 'route' ? ofApp[view.app] : undefined;
    return cors ? withCors(view, cors) : view;
  };
  const views = draft.views.map(complete);
  const types = program.types?.definitions ?? new Map<string, TypeDefinition>();
  let bindings: ReturnType<ReadApp['bindings']> | undefined;
  return {
    facts: {
      entry: relativePath(options.root, options.entry),
      files,
      apps,
      ...(apps.length === 0 && findMistakenApp(program)),
      blueprints,
      unreachedBlueprints: unreachedBlueprints(program, options),
      registrations,
      views,
      changes,
      authorizers,
      made: withArnReads(program, readMade(program)),
      types,
      ...findProviderReads(program),
      problems,
    },
    bindings: () =>
      (bindings ??= bindDeclarations(
        draft.declarations.map((one) => (one.placed ? one : { ...one, view: complete(one.view) })),
        { types, hasCors: ofApp.some((cors) => cors) },
      )),
  };
}

/** A skipped body contains no declaring word, but may contain a name to which the module assigns the application. */
function readBodiesOfAliases(program: Program, module: LoadedModule): void {
  for (const [name, binding] of module.record.names.all()) {
    if (binding.kind !== 'import' && binding.kind !== 'value') continue;
    const entity = traceDefinition(program, bindingDefinition(program, module, { name, binding }));
    const isFramework =
      isOurs(entity, 'Framework') || isOurs(entity, 'Blueprint') || isOurs(entity, NAMESPACE);
    const isMember = entity.kind === 'member';
    const isPlain = name === 'Framework' || name === 'Blueprint';
    if (isMember || (isFramework && !isPlain)) module.record.readBodiesWith(name);
  }
}

function createDraft(program: Program, found: readonly AppSite[]): FactsDraft {
  const sites = found.filter(({ isBlueprint }) => !isBlueprint);
  for (const { module, node } of sites) {
    const at = module.record.source.spanOf(node.span);
    const items = DEFAULT_BINARY_TYPES.map((value): StaticValue => ({ kind: 'string', value, at }));
    program.binaryTypes.set(node, { kind: 'list', items, at });
  }
  return {
    program,
    sites,
    blueprintSites: found.filter(({ isBlueprint }) => isBlueprint),
    blueprints: [],
    registrations: [],
    apps: [],
    views: [],
    changes: [],
    authorizers: [],
    problems: [],
    declarations: [],
  };
}

function readUse(draft: FactsDraft, module: LoadedModule, use: Use): void {
  switch (use.kind) {
    case 'decorator':
    case 'apply':
      readDeclaration(draft, module, use);
      return;
    case 'stray':
      readStray(draft, module, use);
      return;
    case 'member':
      readMember(draft, module, use);
      return;
    case 'authorizer':
      readAuthorizer(draft, module, use);
      return;
    case 'new':
      if (isAmong(draft.sites, use)) draft.apps.push(createdBy(draft, module, use));
      return;
    case 'register':
      return;
    case 'passed':
      readPassed(draft, module, use);
      return;
    case 'write':
      readWrite(draft, module, use);
  }
}

type NewUse = Use & { readonly kind: 'new' };

function isAmong(sites: readonly AppSite[], { node }: NewUse): boolean {
  return sites.some((site) => site.node === node);
}

function createdBy(
  { program }: FactsDraft,
  module: LoadedModule,
  { node, holder }: NewUse,
): AppDeclaration {
  const values = evaluateArguments(program, module, node.arguments ?? []);
  const at = module.record.source.spanOf(node.span);
  return { arguments: values, name: holder?.name, at };
}

function graphProblems({ graph }: Program): readonly ReadProblem[] {
  const { loaded, later, missing, unreadable } = graph;
  return [
    ...[...loaded, ...later].flatMap(({ record }) =>
      record.problems.map(({ message, start, end }): ReadProblem => {
        return { kind: 'syntax', message, at: record.source.spanBetween(start, end) };
      }),
    ),
    ...missing.map(({ importer, request: { specifier, at } }): ReadProblem => {
      return { kind: 'missing-module', specifier, at: importer.record.source.spanOf(at) };
    }),
    ...unreadable.map((file): ReadProblem => {
      return { kind: 'unreadable', file, message: 'the file cannot be read' };
    }),
  ];
}

/** Finds a variable named `app` that is not an application, in the module that is nearest to the entry. */
function findMistakenApp({ graph }: Program): Pick<AppFacts, 'mistakenApp'> {
  for (const module of graph.loaded.toReversed()) {
    for (const [name, binding] of module.record.names.all()) {
      if (name !== 'app' || binding.kind !== 'value' || !binding.init) continue;
      const { file, record } = module;
      const span = spanOf(binding.init);
      const text = shortText(module, span);
      return { mistakenApp: { file, text, at: record.source.spanOf(span) } };
    }
  }
  return {};
}

// Finds an application that is used before it is created: in an import cycle, the module that creates it runs last.

function findEarlyUses(program: Program): readonly ReadProblem[] {
  const { graph } = program;
  const order = new Map(graph.loaded.map((module, index) => [module.path, index]));
  return graph.loaded.flatMap((module) => {
    const early = module.record.uses.find((use) => isEarly(program, module, { use, order }));
    const location = early && appPlace(early);
    const site = location && siteOf(program, module, location.object);
    if (!location || !site) return [];
    const { source } = module.record;
    const named = traceExpression(program, module, location.object);
    const root = rootOf(location.object)?.span ?? location.at;
    const name = source.textOf(named.kind === 'app' ? spanOf(location.object) : root);
    const chain = cycleBetween(graph, site.module, module);
    return [{ kind: 'app-before-initialisation', name, chain, at: source.spanOf(location.at) }];
  });
}

type Ordered = { readonly use: Use; readonly order: ReadonlyMap<string, number> };

function isEarly(program: Program, module: LoadedModule, { use, order }: Ordered): boolean {
  const location = use.isDeferred ? undefined : appPlace(use);
  const site = location && siteOf(program, module, location.object);
  if (!site) return false;
  if (site.module === module) return location.at.start < site.node.span.start;
  const made = order.get(site.module.path);
  return made !== undefined && made > (order.get(module.path) ?? Infinity);
}

function siteOf(program: Program, module: LoadedModule, object: Expression): AppSite | undefined {
  const entity = traceExpression(program, module, object);
  return entity.kind === 'app' || entity.kind === 'member' ? entity.site : undefined;
}

function appPlace(use: Use): { readonly object: Expression; readonly at: Span } | undefined {
  switch (use.kind) {
    case 'decorator':
    case 'apply':
    case 'authorizer':
    case 'register': {
      const member = calledMember(use.call);
      return member && { object: member.object, at: use.call.span };
    }
    case 'write': {
      const { target, at } = use;
      return target.type === 'MemberExpression' ? { object: target.object, at } : undefined;
    }
    default:
      return undefined;
  }
}

/** Returns the files of the import cycle, from the module that creates the application to the one that uses it, and back. */
function cycleBetween(graph: ModuleGraph, from: LoadedModule, to: LoadedModule): readonly string[] {
  if (from === to) return [from.file];
  return [...pathBetween(graph, from, to), ...pathBetween(graph, to, from).slice(1)];
}

function pathBetween(graph: ModuleGraph, from: LoadedModule, to: LoadedModule): readonly string[] {
  const cameFrom = new Map<LoadedModule, LoadedModule | undefined>([[from, undefined]]);
  for (const module of cameFrom.keys()) {
    if (module === to) break;
    for (const { specifier, when } of module.record.requests) {
      const target = when === 'load' ? module.resolve(specifier) : undefined;
      const next = target?.kind === 'module' ? graph.modules.get(target.path) : undefined;
      if (next && !cameFrom.has(next)) cameFrom.set(next, module);
    }
  }
  const files: string[] = [];
  for (let at: LoadedModule | undefined = to; at; at = cameFrom.get(at)) files.unshift(at.file);
  return files;
}

// Reads blueprints and their registrations. They are read before the views, because a registration determines the paths and
// options of the views (docs/decisions/blueprints.md).

function findSites(program: Program, module: LoadedModule): readonly AppSite[] {
  return module.record.uses.flatMap((use) => {
    if (use.kind !== 'new') return [];
    const entity = traceExpression(program, module, use.node);
    return entity.kind === 'app' ? [entity.site] : [];
  });
}

function readBlueprints(draft: FactsDraft, modules: readonly LoadedModule[]): void {
  for (const module of modules) {
    for (const use of module.record.uses) {
      if (use.kind === 'new' && isAmong(draft.blueprintSites, use))
        draft.blueprints.push(createdBy(draft, module, use));
      if (use.kind === 'register') readRegistration(draft, module, use);
    }
  }
}

/** Reads `app.register(blueprint, options)`. A subclass with its own `register` is reported where it declares it. */
function readRegistration(
  draft: FactsDraft,
  module: LoadedModule,
  { call, isConditional }: Use & { readonly kind: 'register' },
): void {
  const { program, sites, blueprintSites } = draft;
  const member = calledMember(call);
  const entity = member && traceExpression(program, module, member.object);
  if (entity?.kind !== 'app') return;
  const { site } = entity;
  const parent: Registration['parent'] = site.isBlueprint
    ? { kind: 'blueprint', index: blueprintSites.indexOf(site) }
    : { kind: 'app', index: sites.indexOf(site) };
  if (parent.index < 0) return;
  const [first] = call.arguments;
  const found =
    first && !first.spread ? traceExpression(program, module, first.expression) : undefined;
  const index = found?.kind === 'app' ? blueprintSites.indexOf(found.site) : -1;
  const { source } = module.record;
  const span = first ? spanOf(first.expression) : call.span;
  const [options] = evaluateArguments(program, module, call.arguments.slice(1, 2));
  draft.registrations.push({
    parent,
    blueprint: index < 0 ? undefined : index,
    given: { text: shortText(module, span), at: source.spanOf(span) },
    options,
    isConditional,
    at: source.spanOf(call.span),
  });
}
