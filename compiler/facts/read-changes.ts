// Statements that change settings of an application: `app.debug` and `app.api` (specification 2.1).
import type { LoadedModule } from './module-graph.js';
import { propertyName, unwrap } from '../syntax/expressions.js';
import type { Expression } from '../syntax/tree.js';
import { traceExpression, type Entity } from './entity.js';
import { evaluate } from './evaluate.js';
import type { AppChange } from '../declarations/app-facts.js';
import type { StaticValue } from '../values/static-value.js';
import type { FactsDraft } from './facts-draft.js';
import type { Use } from './module-record.js';
import type { AppSite } from './program.js';
import { unknownExpression } from './environment.js';

type WriteUse = Use & { readonly kind: 'write' };
type Change = Pick<AppChange, 'kind' | 'operation' | 'value'>;

/** Reads an assignment when its target is a setting of the application. */
export function readWrite(draft: FactsDraft, module: LoadedModule, use: WriteUse): void {
  const found = findChange(draft, module, use);
  if (found) record(draft, module, { ...found, use });
}

/** Reads a call of a function of the project that gets the list of binary types and may change it. */
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
  const place = { ...use, at: use.list.span };
  record(draft, module, { site, change, use: place });
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
        change: { ...dynamic, ...(entity.name !== 'api' && { kind: 'cors' }) },
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

/** The application when an entity is its `api.binaryTypes`. */
function listSite(entity: Entity): AppSite | undefined {
  return entity.kind === 'member' && entity.name === 'api.binaryTypes' ? entity.site : undefined;
}

/** `push(...)` adds to the list. Any other method that changes the list cannot be followed. */
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

/** Notes a change, and the list of binary types after it. */
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
  values.clear(); // because constants may have been computed from the list
}
