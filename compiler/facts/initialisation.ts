// Finds an application that is used before it is created: in a cycle of imports, the module that creates it runs last.
import type { LoadedModule, ModuleGraph } from './module-graph.js';
import { calledMember, rootOf, spanOf } from '../syntax/expressions.js';
import type { Expression, Span } from '../syntax/tree.js';
import { traceExpression } from './entity.js';
import type { ReadProblem } from '../declarations/app-facts.js';
import type { Use } from './module-record.js';
import type { AppSite, Program } from './program.js';

/** The first use of an application in each module that runs before the application is created. */
export function findEarlyUses(program: Program): readonly ReadProblem[] {
  const { graph } = program;
  const order = new Map(graph.loaded.map((module, index) => [module.path, index]));
  return graph.loaded.flatMap((module) => {
    const early = module.record.uses.find((use) => isEarly(program, module, { use, order }));
    const place = early && appPlace(early);
    const site = place && siteOf(program, module, place.object);
    if (!place || !site) return [];
    const { source } = module.record;
    const named = traceExpression(program, module, place.object);
    const root = rootOf(place.object)?.span ?? place.at;
    const name = source.textOf(named.kind === 'app' ? spanOf(place.object) : root);
    const chain = cycleBetween(graph, site.module, module);
    return [{ kind: 'app-before-initialisation', name, chain, at: source.spanOf(place.at) }];
  });
}

type Ordered = { readonly use: Use; readonly order: ReadonlyMap<string, number> };

function isEarly(program: Program, module: LoadedModule, { use, order }: Ordered): boolean {
  const place = use.isDeferred ? undefined : appPlace(use);
  const site = place && siteOf(program, module, place.object);
  if (!site) return false;
  if (site.module === module) return place.at.start < site.node.span.start;
  const made = order.get(site.module.path);
  return made !== undefined && made > (order.get(module.path) ?? Infinity);
}

function siteOf(program: Program, module: LoadedModule, object: Expression): AppSite | undefined {
  const entity = traceExpression(program, module, object);
  return entity.kind === 'app' || entity.kind === 'member' ? entity.site : undefined;
}

/** The expression of a use that names an application. */
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

/** The files of the import cycle, from the module that creates the application to the one that uses it, and back. */
function cycleBetween(graph: ModuleGraph, from: LoadedModule, to: LoadedModule): readonly string[] {
  if (from === to) return [from.file];
  return [...pathBetween(graph, from, to), ...pathBetween(graph, to, from).slice(1)];
}

/** The shortest chain of imports from one module to another. */
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
