// Bindings for `transformers/`: where the declarations of a module stand and what the runtime must know of them. Only
// what is static and well formed is bound: anything else is an error, and nothing is built then.
import type { BoundFunction, BoundView } from '../../runtime/contract/binding.js';
import { corsHeaders } from '../../runtime/contract/cors.js';
import { JSON_TYPE } from '../../runtime/contract/media-types.js';
import type { LoadedModule } from './module-graph.js';
import { calledMember, spanOf } from '../syntax/expressions.js';
import type { CallExpression, Span } from '../syntax/tree.js';
import { classRange } from './class-range.js';
import type {
  FunctionDeclaration,
  RouteDeclaration,
  ViewParameter,
} from '../declarations/app-facts.js';
import type { DraftedClass, FactsDraft } from './facts-draft.js';
import type { Use } from './module-record.js';
import type { Declared } from './read-declarations.js';
import { parseRoutePath, routeCaptures } from './route-path.js';
import { readFunctionName, readRouteOptions } from './route-options.js';
import type { CallBinding, TextRange, ViewBinding } from './view-bindings.js';
import { viewParameters } from './view-parameters.js';

type Bound<K extends Use['kind']> = {
  readonly use: Use & { readonly kind: K };
  readonly declared: Declared;
};

export function bindApply(
  draft: FactsDraft,
  module: LoadedModule,
  { use, declared }: Bound<'apply'>,
): void {
  if (declared.declaration.target.form !== 'call') return;
  const row = boundRow(declared);
  if (!row) return;
  const callee = rangeOf(module, use.call.span);
  const binding: CallBinding = { form: 'call', app: appText(module, use.call), callee, row };
  bindingsOf(draft, module).push(binding);
}

export function bindDecorator(
  draft: FactsDraft,
  module: LoadedModule,
  { use, declared }: Bound<'decorator'>,
): void {
  if (declared.declaration.target.form !== 'method') return;
  const row = boundRow(declared);
  if (!row) return;
  const binding = classBinding(draft, module, use);
  binding.decorators.push(rangeOf(module, use.decorator.span));
  if ('view' in row) binding.views.push(row.view);
  else binding.functions.push(row.function);
}

/** The binding of a class for the expression that names the application, made at its first declaration. */
function classBinding(
  draft: FactsDraft,
  module: LoadedModule,
  use: Use & { readonly kind: 'decorator' },
): DraftedClass {
  const bindings = bindingsOf(draft, module);
  const app = appText(module, use.call);
  const known = draft.classes.get(use.class.node)?.find((binding) => binding.app === app);
  if (known) return known;
  const range = classRange(module.record.source, use.class);
  const added: DraftedClass = {
    form: 'class',
    app,
    decorators: [],
    class: range,
    views: [],
    functions: [],
  };
  bindings.push(added);
  draft.classes.set(use.class.node, [...(draft.classes.get(use.class.node) ?? []), added]);
  return added;
}

function bindingsOf(draft: FactsDraft, module: LoadedModule): ViewBinding[] {
  let bindings = draft.bindings.get(module.path);
  if (!bindings) draft.bindings.set(module.path, (bindings = []));
  return bindings;
}

function rangeOf({ record }: LoadedModule, span: Span): TextRange {
  return { start: record.source.offsetOf(span.start), end: record.source.offsetOf(span.end) };
}

/** The source of the expression that names the application. */
function appText(module: LoadedModule, call: CallExpression): string {
  const member = calledMember(call);
  return member ? module.record.source.textOf(spanOf(member.object)) : '';
}

function boundRow(declared: Declared): CallBinding['row'] | undefined {
  if (declared.kind === 'route') {
    const view = boundView(declared.declaration);
    return view && { view };
  }
  const row = boundFunction(declared.declaration);
  return row && { function: row };
}

function boundView({ path, options, target }: RouteDeclaration): BoundView | undefined {
  const decoded = readRouteOptions(options);
  if (path.kind !== 'string' || !decoded || !target.name) return undefined;
  const { problems } = parseRoutePath(path.value);
  const captures = routeCaptures(path.value);
  const parameters = viewParameters(target, path.value);
  const hasAll = captures.every((capture) => parameters.includes(capture));
  // An optional parameter may belong to another route of the view.
  const isFilled = ({ name = '', form }: ViewParameter): boolean =>
    form === 'optional' || (form === 'plain' && captures.includes(name));
  if (problems.length > 0 || !hasAll || !target.parameters.every(isFilled)) return undefined;
  const { methods, contentTypes, cors } = decoded;
  const isDefault = contentTypes.length === 1 && contentTypes[0] === JSON_TYPE;
  const types = isDefault ? 0 : contentTypes;
  const isStatic = target.isStatic ? 1 : 0;
  const row = [target.name.value, path.value, methods, parameters, isStatic] as const;
  if (cors) return [...row, types, corsHeaders(cors)];
  return isDefault ? row : [...row, types];
}

function boundFunction({ options, target }: FunctionDeclaration): BoundFunction | undefined {
  const given = readFunctionName(options);
  const name = given && (given.value ?? target.name?.value);
  if (name === undefined) return undefined;
  return [target.name?.value ?? name, name, target.isStatic ? 1 : 0];
}
