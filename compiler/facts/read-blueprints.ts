// Blueprints and their registrations. They are read before the views, because the registrations decide paths and options of
// the views (docs/decisions/blueprints.md).
import type { Registration } from '../declarations/app-facts.js';
import { calledMember, spanOf } from '../syntax/expressions.js';
import { isOurs, traceExpression } from './entity.js';
import { evaluate } from './evaluate.js';
import type { FactsDraft } from './facts-draft.js';
import type { LoadedModule } from './module-graph.js';
import type { Use } from './module-record.js';
import type { AppSite, Program } from './program.js';
import { shortText, unknownExpression } from './unknown-value.js';
import type { StaticValue } from '../values/static-value.js';

/** The applications, or the blueprints, of a module. */
export function findSites(
  program: Program,
  module: LoadedModule,
  { isBlueprint }: Pick<AppSite, 'isBlueprint'>,
): readonly AppSite[] {
  return module.record.uses.flatMap((use) => {
    if (use.kind !== 'new') return [];
    const entity = traceExpression(program, module, use.node);
    return entity.kind === 'app' && entity.site.isBlueprint === isBlueprint ? [entity.site] : [];
  });
}

/** Reads blueprints and their registrations in all modules. */
export function readBlueprints(draft: FactsDraft, modules: readonly LoadedModule[]): void {
  for (const module of modules) {
    for (const use of module.record.uses) {
      if (use.kind === 'new') readBlueprint(draft, module, use);
      if (use.kind === 'register') readRegistration(draft, module, use);
    }
  }
}

function readBlueprint(
  { program, blueprints, blueprintSites }: FactsDraft,
  module: LoadedModule,
  { node, holder }: Use & { readonly kind: 'new' },
): void {
  if (!blueprintSites.some((site) => site.node === node)) return;
  const values = (node.arguments ?? []).map(({ expression, spread }) =>
    spread ? unknownExpression(module, spread) : evaluate(program, module, expression),
  );
  const at = module.record.source.spanOf(node.span);
  blueprints.push({ arguments: values, name: holder?.name, at });
}

/**
 * `app.register(blueprint, options)`, also on a blueprint. A method `register` of another object is ignored, and so is one
 * that a subclass of Framework declares.
 */
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
  const made = traceExpression(program, site.module, site.node.callee);
  if (!isOurs(made, site.isBlueprint ? 'Blueprint' : 'Framework')) return;
  const parent: Registration['parent'] = site.isBlueprint
    ? { kind: 'blueprint', index: blueprintSites.indexOf(site) }
    : { kind: 'app', index: sites.indexOf(site) };
  if (parent.index < 0) return;
  const [first, second] = call.arguments;
  const found =
    first && !first.spread ? traceExpression(program, module, first.expression) : undefined;
  const index = found?.kind === 'app' ? blueprintSites.indexOf(found.site) : -1;
  const { source } = module.record;
  const span = first ? spanOf(first.expression) : call.span;
  const options: StaticValue | undefined =
    second &&
    (second.spread
      ? unknownExpression(module, second.spread)
      : evaluate(program, module, second.expression));
  draft.registrations.push({
    parent,
    blueprint: index < 0 ? undefined : index,
    given: { text: shortText(module, span), at: source.spanOf(span) },
    options,
    isConditional,
    at: source.spanOf(call.span),
  });
}
