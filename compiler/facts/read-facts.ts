// Reads the facts and bindings of an application from its modules, in the order of their evaluation.
import { DEFAULT_BINARY_TYPES } from '../../runtime/contract/media-types.js';
import { relativePath, type LoadedModule } from './module-graph.js';
import { spanOf } from '../syntax/expressions.js';
import type { SyntaxProblem } from '../syntax/syntax-problem.js';
import { bindDeclarations } from './bind-declarations.js';
import { bindingDefinition } from './definition.js';
import { isOurs, traceDefinition } from './entity.js';
import { evaluate } from './evaluate.js';
import type { AppFacts, ReadProblem, ViewDeclaration } from '../declarations/app-facts.js';
import type { TypeDefinition } from '../declarations/declared-type.js';
import { corsDefault } from '../kinds/app/app.js';
import { withCors } from '../kinds/blueprint/placed-view.js';
import type { StaticValue } from '../values/static-value.js';
import type { FactsDraft } from './facts-draft.js';
import { findEarlyUses } from './initialisation.js';
import type { Use } from './module-record.js';
import type { Program } from './program.js';
import { findProviderReads } from './provider-reads.js';
import { findSites, readBlueprints } from './read-blueprints.js';
import { readPassed, readWrite } from './read-changes.js';
import { readAuthorizer, readDeclaration, readStray } from './read-declarations.js';
import { NAMESPACE } from './scan-imports.js';
import { readMember } from './unknown-members.js';
import { shortText, unknownExpression } from './unknown-value.js';
import {
  lostViews,
  unreachedBlueprints,
  unreachedViews,
  type UnreachedOptions,
} from './unreached-views.js';
import type { ViewBinding } from './view-bindings.js';

export type ReadApp = {
  readonly facts: AppFacts;
  /** Keyed by the absolute path of the module. Made when they are asked for, because a check needs none. */
  readonly bindings: () => ReadonlyMap<string, readonly ViewBinding[]>;
};

export function readFacts(program: Program, options: UnreachedOptions): ReadApp {
  const { loaded, later } = program.graph;
  for (const module of loaded) readBodiesOfAliases(program, module);
  const draft = createDraft(program, {
    sites: loaded.flatMap((module) => findSites(program, module, { isBlueprint: false })),
    blueprintSites: loaded.flatMap((module) => findSites(program, module, { isBlueprint: true })),
  });
  readBlueprints(draft, loaded);
  draft.problems.push(...graphProblems(program));
  for (const module of loaded) {
    // A copy of the list: reading a use may read skipped bodies, which adds their uses to it.
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

/**
 * Reads skipped bodies that use an alias. They contain no declaring word, but may contain a name that the module gives to
 * the application.
 */
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

function createDraft(
  program: Program,
  found: Pick<FactsDraft, 'sites' | 'blueprintSites'>,
): FactsDraft {
  for (const { module, node } of found.sites) {
    const at = module.record.source.spanOf(node.span);
    const items = DEFAULT_BINARY_TYPES.map((value): StaticValue => ({ kind: 'string', value, at }));
    program.binaryTypes.set(node, { kind: 'list', items, at });
  }
  return {
    program,
    ...found,
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
      readApp(draft, module, use);
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

function readApp(
  draft: FactsDraft,
  module: LoadedModule,
  use: Use & { readonly kind: 'new' },
): void {
  if (!draft.sites.some(({ node }) => node === use.node)) return;
  const values = (use.node.arguments ?? []).map(({ expression, spread }) =>
    spread ? unknownExpression(module, spread) : evaluate(draft.program, module, expression),
  );
  const at = module.record.source.spanOf(use.node.span);
  draft.apps.push({ arguments: values, name: use.holder?.name, at });
}

/** Problems of the graph: syntax errors, imports that are not found, files that cannot be read. */
function graphProblems({ graph }: Program): readonly ReadProblem[] {
  const { loaded, later, missing, unreadable } = graph;
  return [
    ...[...loaded, ...later].flatMap(syntaxProblems),
    ...missing.map(({ importer, request: { specifier, at } }): ReadProblem => {
      return { kind: 'missing-module', specifier, at: importer.record.source.spanOf(at) };
    }),
    ...unreadable.map((file): ReadProblem => {
      return { kind: 'unreadable', file, message: 'the file cannot be read' };
    }),
  ];
}

function syntaxProblems({ record }: LoadedModule): readonly ReadProblem[] {
  return record.problems.map(({ message, start, end }: SyntaxProblem): ReadProblem => {
    return { kind: 'syntax', message, at: record.source.spanBetween(start, end) };
  });
}

/**
 * The variable `app` of a program without an application: its author probably takes that for one. Prefers the module that
 * is evaluated last, which is nearest to the entry.
 */
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
