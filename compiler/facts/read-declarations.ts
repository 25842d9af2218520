// Reads the views, functions and authorizers that the recorded uses declare.
import { once } from '../groups.js';
import type { LoadedModule, Located } from './module-graph.js';
import { calledMember, propertyName, unwrap } from '../syntax/expressions.js';
import type { Expression, TsType } from '../syntax/tree.js';
import { annotationsOf, applyTarget, decoratorTarget } from './declaration-target.js';
import { traceExpression, traceSteps } from './entity.js';
import type { Entity, AppSite } from './program.js';
import { evaluate, evaluateArguments } from './evaluate.js';
import type {
  DeclarationTarget,
  ReadEvent,
  ViewDeclaration,
  ViewParameter,
  AppChange,
} from '../declarations/app-facts.js';
import type { ViewKind } from '../declarations/kind.js';
import { placedView, blueprintPlaces } from '../kinds/blueprint/placed-view.js';
import { viewKindOf } from '../kinds/registry.js';
import type { StaticValue } from '../values/static-value.js';
import { untrackedUse, type FactsDraft } from './facts-draft.js';
import type { Use } from './module-record.js';
import { unknownExpression } from './environment.js';
import { mayBeApp } from './possible-apps.js';

type DeclaringUse = Use & { readonly kind: 'decorator' | 'apply' };

/** Reads `@app.route(...)` or `app.route(...)(view)`, and the same forms of `lambdaFunction`. */
export function readDeclaration(draft: FactsDraft, module: LoadedModule, use: DeclaringUse): void {
  const member = calledMember(use.call);
  if (!member) return;
  const entity = traceExpression(draft.program, module, member.object);
  if (entity.kind !== 'app') {
    if (!mayBeApp(draft.program, module, member.object)) return;
    draft.problems.push(untrackedUse(module, use.call.span, 'unknown-app'));
    return;
  }
  const { site } = entity;
  const app = draft.sites.indexOf(site);
  const blueprint = draft.blueprintSites.indexOf(site);
  if (app < 0 && blueprint < 0) return;
  const target =
    use.kind === 'decorator'
      ? decoratorTarget(draft.program, module, use)
      : applyTarget(draft.program, module, use);
  const kind = viewKindOf(propertyName(member));
  if (!kind) return;
  const annotations = once(() => annotationsOf(draft.program, module, use));
  const made = declare(draft, module, { kind, app: Math.max(app, 0), use, target });
  // All registrations of a blueprint share the function, so the type of its event is read only once.
  const view = kind.readsEvent ? withEvent(draft, made, { kind, annotations }) : made;
  const { blueprints } = draft;
  const declared = site.isBlueprint
    ? blueprintPlaces(draft, blueprint).map((place) =>
        placedView(view, { kind, place, blueprints }),
      )
    : [view];
  const views = declared.map((one) => withInputs(draft, one, { kind, annotations }));
  draft.views.push(...views);
  const read = site.isBlueprint ? { view, placed: views } : { view: views[0] ?? view };
  draft.declarations.push({ module, use, ...read });
}

type Annotated = {
  readonly kind: ViewKind;
  readonly annotations: () => readonly (Located<TsType> | undefined)[];
};

function withInputs(
  { program }: FactsDraft,
  view: ViewDeclaration,
  { kind, annotations }: Annotated,
): ViewDeclaration {
  const names = kind.inputNames?.(view) ?? [];
  if (names.length === 0 || !program.types) return view;
  const { types } = program;
  const found = annotations();
  const parameters = view.target.parameters.map((parameter, index): ViewParameter => {
    const annotation = found[index];
    if (!annotation || !names.includes(parameter.name ?? '')) return parameter;
    const { module, node } = annotation;
    const at = module.record.source.spanOf(node.span);
    return { ...parameter, input: { ...types.read({ module, node }, 'input'), at } };
  });
  return { ...view, target: { ...view.target, parameters } };
}

function withEvent(
  { program: { types } }: FactsDraft,
  view: ViewDeclaration,
  { kind, annotations }: Annotated,
): ViewDeclaration {
  const [first, ...others] = view.target.parameters;
  const annotation = first?.type === undefined ? undefined : annotations()[0];
  if (!first || !types || !annotation) return view;
  const { source } = annotation.module.record;
  const { types: fitting = [], isWhole: readsAny } = kind.readsEvent?.(view) ?? {};
  const members = unionOf(annotation.node).map((node) => types.named({ ...annotation, node }));
  const named = members.find((one) => one && fitting.includes(one.name)) ?? members[0];
  const isWhole = !named && readsAny === true;
  const type = isWhole ? annotation : named?.arguments[0];
  const event: ReadEvent = {
    name: named?.name,
    payload: type && {
      ...types.read(type, 'input'),
      at: type.module.record.source.spanOf(type.node.span),
    },
    at: source.spanOf(annotation.node.span),
  };
  const parameters = [{ ...first, event }, ...others];
  return { ...view, target: { ...view.target, parameters } };
}

function unionOf(node: TsType): readonly TsType[] {
  return node.type === 'TsUnionType' ? node.types : [node];
}

type Declaring = {
  readonly kind: ViewKind;
  readonly app: number;
  readonly use: DeclaringUse;
  readonly target: DeclarationTarget;
};

function declare(
  { program }: FactsDraft,
  module: LoadedModule,
  { kind: { member, leading }, app, use, target }: Declaring,
): ViewDeclaration {
  const { call, isConditional } = use;
  const values = evaluateArguments(program, module, call.arguments);
  return {
    kind: member,
    app,
    leading: values.slice(0, leading),
    options: values[leading],
    extraArguments: values.slice(leading + 1).map(({ at }) => at),
    target,
    isConditional,
    at: module.record.source.spanOf(call.span),
  };
}

/** Reports a use of `app.route` that declares no view, such as a call that is not applied to one. */
export function readStray(
  draft: FactsDraft,
  module: LoadedModule,
  use: Use & { readonly kind: 'stray' },
): void {
  const from = traceExpression(draft.program, module, use.object);
  if (traceSteps(draft.program, from, use.steps).kind !== 'app') return;
  draft.problems.push(untrackedUse(module, use.at, use.use));
}

export function readAuthorizer(
  draft: FactsDraft,
  module: LoadedModule,
  { call }: Use & { readonly kind: 'authorizer' },
): void {
  const member = calledMember(call);
  const entity = member && traceExpression(draft.program, module, member.object);
  const app = entity?.kind === 'app' ? draft.sites.indexOf(entity.site) : -1;
  if (app < 0) return;
  const [name, options] = call.arguments.map(({ expression }) =>
    evaluate(draft.program, module, expression),
  );
  const at = module.record.source.spanOf(call.span);
  draft.authorizers.push({ app, name: name ?? { kind: 'undefined', at }, options, at });
}

// Reads statements that change an application's settings: `app.debug` and `app.api` (specification 2.1).

type WriteUse = Use & { readonly kind: 'write' };
type Change = Pick<AppChange, 'kind' | 'operation' | 'value'>;

export function readWrite(draft: FactsDraft, module: LoadedModule, use: WriteUse): void {
  const found = findChange(draft, module, use);
  if (found) record(draft, module, { ...found, use });
}

/** Reads a call that passes the list of binary types to a function of the project, which may change it. */
export function readPassed(
  draft: FactsDraft,
  module: LoadedModule,
  use: Use & { readonly kind: 'passed' },
): void {
  const { program } = draft;
  const site = listSite(traceExpression(program, module, use.list));
  const callee = traceExpression(program, module, use.callee);
  if (!site || (callee.kind !== 'function' && callee.kind !== 'open')) return;
  const change = { kind: 'binaryTypes', operation: 'dynamic', value: undefined } as const;
  const location = { ...use, at: use.list.span };
  record(draft, module, { site, change, use: location });
}

type SiteChange = { readonly site: AppSite; readonly change: Change };

function findChange(
  { program }: FactsDraft,
  module: LoadedModule,
  use: WriteUse,
): SiteChange | undefined {
  const target = unwrap(use.target);
  const trace = (expression: Expression): Entity => traceExpression(program, module, expression);
  const dynamic = { kind: 'binaryTypes', operation: 'dynamic', value: undefined } as const;
  if (use.call) {
    const entity = trace(target);
    const list = listSite(entity);
    if (list) return { site: list, change: { ...dynamic, ...readPush(program, module, use) } };
    if (entity.kind === 'member' && (entity.name === 'api' || entity.name === 'api.cors'))
      return {
        site: entity.site,
        change: entity.name === 'api' ? dynamic : { ...dynamic, kind: 'cors' },
      };
    if (entity.kind !== 'app') return undefined;
    return { site: entity.site, change: { ...dynamic, kind: 'debug' } };
  }
  if (target.type !== 'MemberExpression') return undefined;
  const object = trace(target.object);
  const list = listSite(object);
  if (list) return { site: list, change: dynamic };
  if (object.kind === 'member' && object.name === 'api.cors')
    return { site: object.site, change: { ...dynamic, kind: 'cors' } };
  const name = propertyName(target);
  const kind =
    object.kind === 'app' && name === 'debug'
      ? 'debug'
      : object.kind === 'app' && name === 'api'
        ? 'binaryTypes'
        : apiMember(object, name);
  if (!kind || (object.kind !== 'app' && object.kind !== 'member')) return undefined;
  const isPlain = use.operation === 'assign' && name !== 'api';
  const value = isPlain && use.value ? evaluate(program, module, use.value) : undefined;
  return { site: object.site, change: { kind, operation: value ? 'assign' : 'dynamic', value } };
}

function apiMember(object: Entity, name: string | undefined): 'binaryTypes' | 'cors' | undefined {
  if (object.kind !== 'member' || object.name !== 'api') return undefined;
  return name === 'binaryTypes' || name === 'cors' ? name : undefined;
}

function listSite(entity: Entity): AppSite | undefined {
  return entity.kind === 'member' && entity.name === 'api.binaryTypes' ? entity.site : undefined;
}

/** Reads `push(...)`, which adds to the list. No other method that changes the list can be followed. */
function readPush(
  program: FactsDraft['program'],
  module: LoadedModule,
  { operation, call }: WriteUse,
): Partial<Change> {
  if (operation !== 'push' || !call) return {};
  const items = call.arguments.flatMap(({ expression, spread }): readonly StaticValue[] => {
    const value = evaluate(program, module, expression);
    if (!spread) return [value];
    if (value.kind === 'list') return value.items;
    return [value.kind === 'unknown' ? value : unknownExpression(module, spread)];
  });
  const at = module.record.source.spanOf(call.span);
  return { operation: 'push', value: { kind: 'list', items, at } };
}

type Recorded = SiteChange & { readonly use: Pick<WriteUse, 'at' | 'isConditional'> };

function record(draft: FactsDraft, module: LoadedModule, { site, change, use }: Recorded): void {
  const app = draft.sites.indexOf(site);
  if (app < 0) return;
  const { isConditional } = use;
  draft.changes.push({ app, ...change, isConditional, at: module.record.source.spanOf(use.at) });
  const { binaryTypes, values } = draft.program;
  const present = binaryTypes.get(site.node);
  const { value } = change;
  if (change.kind !== 'binaryTypes' || isConditional || value?.kind !== 'list') return;
  const before = change.operation === 'push' && present?.kind === 'list' ? present.items : [];
  binaryTypes.set(site.node, { ...value, items: [...before, ...value.items] });
  values.clear(); // because constants may have been computed from the old list
}
