// Computes the bindings for `transformers/`: the locations of a module's declarations and what the runtime needs to know about
// each. Every bound declaration is static and well formed; a declaration that is not stops the build with an error.
import type { LoadedModule } from './module-graph.js';
import { type BoundFunction, listKey, type BoundView } from '../../runtime/contract/binding.js';
import { calledMember, keyName, spanOf, unwrap } from '../syntax/expressions.js';
import type { SourceText } from '../syntax/source-text.js';
import type { CallExpression, ClassNode, Expression, Span } from '../syntax/tree.js';
import type { ViewDeclaration } from '../declarations/app-facts.js';
import type { BoundInputs } from '../declarations/declared-type.js';
import type { BindContext, BoundEvents, BoundRow } from '../declarations/kind.js';
import { addTo } from '../groups.js';
import { viewKindOf } from '../kinds/registry.js';
import { entryOf } from '../values/static-value.js';
import type { ClassSite, Use } from './module-record.js';

export type ReadDeclaration = {
  readonly module: LoadedModule;
  readonly use: Use & { readonly kind: 'decorator' | 'apply' };
  readonly view: ViewDeclaration;
  readonly placed?: readonly ViewDeclaration[];
};

type DraftedClass = ClassBinding & {
  readonly decorators: DecoratorRange[];
  readonly views: BoundView[];
  inputs?: Map<BoundView, BoundInputs>;
  readonly functions: BoundFunction[];
  sources?: BoundEvents[];
  readonly lists: ListBinding[];
};

type Bindings = {
  readonly around: BindContext;
  readonly modules: Map<string, ViewBinding[]>;
  /** The bindings of each class, one for each expression that refers to the application. */
  readonly classes: Map<ClassNode, DraftedClass[]>;
};

export function bindDeclarations(
  declarations: readonly ReadDeclaration[],
  around: BindContext,
): ReadonlyMap<string, readonly ViewBinding[]> {
  const bindings: Bindings = { around, modules: new Map(), classes: new Map() };
  for (const { use, ...declaration } of declarations) {
    if (use.kind === 'decorator') bindDecorator(bindings, { use, ...declaration });
    else bindApply(bindings, { use, ...declaration });
  }
  return bindings.modules;
}

type Bound<K extends Use['kind']> = Omit<ReadDeclaration, 'use'> & {
  readonly use: Use & { readonly kind: K };
};

function bindApply(bindings: Bindings, { module, use, view, placed }: Bound<'apply'>): void {
  if (view.target.form !== 'call') return;
  const row = boundRow(bindings, view, placed) ?? (placed && EMPTY);
  if (!row) return;
  addTo(bindings.modules, module.path, {
    form: 'call',
    app: appText(module, use.call),
    callee: rangeOf(module, use.call.span),
    row,
    lists: listsOf({ module, use, view, row }),
  });
}

function bindDecorator(
  bindings: Bindings,
  { module, use, view, placed }: Bound<'decorator'>,
): void {
  if (view.target.form !== 'method') return;
  const row = boundRow(bindings, view, placed);
  if (!row && !placed) return;
  const binding = classBinding(bindings, module, use);
  const { span, isItem } = use.decorator;
  binding.decorators.push({ ...rangeOf(module, span), ...(isItem && { isItem }) });
  if (!row) return;
  if ('view' in row) {
    binding.views.push(row.view);
    if (row.inputs) (binding.inputs ??= new Map()).set(row.view, row.inputs);
  } else {
    const [, name] = row.function;
    if (!binding.functions.some((known) => known[1] === name)) binding.functions.push(row.function);
    if (row.source) (binding.sources ??= []).push(row.source);
  }
  binding.lists.push(...listsOf({ module, use, view, row }));
}

/** Returns the binding of a class for one expression that refers to the application; the first declaration creates it. */
function classBinding(
  bindings: Bindings,
  module: LoadedModule,
  use: Use & { readonly kind: 'decorator' },
): DraftedClass {
  const app = appText(module, use.call);
  const found = bindings.classes.get(use.class.node)?.find((binding) => binding.app === app);
  if (found) return found;
  const added: DraftedClass = {
    form: 'class',
    app,
    decorators: [],
    class: classRange(module.record.source, use.class),
    views: [],
    functions: [],
    lists: [],
  };
  addTo(bindings.modules, module.path, added);
  addTo(bindings.classes, use.class.node, added);
  return added;
}

type Row = Bound<'apply' | 'decorator'> & { readonly row: BoundRow };

/** A range covers the value of the option, or all options if the value is not written there directly. */
function listsOf({ module, use, view, row }: Row): readonly ListBinding[] {
  const given = use.call.arguments[viewKindOf(view.kind)?.leading ?? 0]?.expression;
  const sourceOf = (option: string): ListSource | undefined => {
    if (!given || entryOf(view.options, option) === undefined) return undefined;
    const written = writtenOption(unwrap(given), option);
    return { ...rangeOf(module, spanOf(written ?? given)), isOptions: !written };
  };
  const [source, errors] = [sourceOf('middleware'), sourceOf('errors')];
  if (!source && !errors) return [];
  const key = 'view' in row ? listKey(row.view[2], row.view[1]) : row.function[1];
  return [{ key, source, ...(errors && { errors }) }];
}

/** Returns the value of a property of an object literal; undefined if a later spread may replace it. */
function writtenOption(options: Expression, name: string): Expression | undefined {
  if (options.type !== 'ObjectExpression') return undefined;
  for (const property of options.properties.toReversed()) {
    if (property.type === 'SpreadElement') return undefined;
    if (property.type === 'Identifier' && property.value === name) return property;
    if (property.type === 'KeyValueProperty' && keyName(property.key) === name)
      return property.value;
  }
  return undefined;
}

function rangeOf({ record }: LoadedModule, span: Span): TextRange {
  return { start: record.source.offsetOf(span.start), end: record.source.offsetOf(span.end) };
}

/** Returns the source text of the expression that refers to the application. */
function appText(module: LoadedModule, call: CallExpression): string {
  const member = calledMember(call);
  return member ? module.record.source.textOf(spanOf(member.object)) : '';
}

function boundRow(
  { around }: Bindings,
  view: ViewDeclaration,
  placed: ReadDeclaration['placed'],
): BoundRow | undefined {
  const kind = viewKindOf(view.kind);
  const hasPlaces = placed && placed.length > 0;
  return hasPlaces && kind?.bindPart
    ? kind.bindPart(view, placed, around)
    : kind?.bind(view, around);
}

/**
 * The row for an invalid declaration on a blueprint that is not registered. No rule reports the declaration, but the bundle
 * must not run its decorator.
 */
const EMPTY: BoundRow = { view: ['', '/', [], [], 0] };

/** White space, comments, and the keywords allowed before `class`. */
const BEFORE_KEYWORD =
  /(?:\s|\/\/[^\n\r]*|\/\*[^]*?\*\/|\b(?:export|default|abstract|declare)\b)*/y;

function classRange(source: SourceText, site: ClassSite): ClassBinding['class'] {
  const { node, isDeclaration } = site;
  const behindDecorators = Math.max(
    source.offsetOf(node.span.start),
    ...(node.decorators ?? []).map(({ span }) => source.offsetOf(span.end)),
  );
  BEFORE_KEYWORD.lastIndex = behindDecorators;
  BEFORE_KEYWORD.test(source.text);
  return {
    start: Math.max(behindDecorators, BEFORE_KEYWORD.lastIndex),
    end: source.offsetOf(node.span.end),
    name: isDeclaration ? node.identifier?.value : undefined,
  };
}

/** Offsets in the text of the module, in UTF-16 code units. */
export type TextRange = { readonly start: number; readonly end: number };

export type ListSource = TextRange & {
  /** True if the range is that of the whole options argument. The list or format is then its property `middleware` or `errors`. */
  readonly isOptions: boolean;
};

/** The middleware list and error format of one declaration. For `key`, see `listKey`. */
type ListBinding = {
  readonly key: string;
  readonly source: ListSource | undefined;
  readonly errors?: ListSource;
};

/** A decorator from its `@` to its end. In JavaScript emitted by `tsc`, it is a list item. */
type DecoratorRange = TextRange & { readonly isItem?: true };

export type ClassBinding = {
  readonly form: 'class';
  /** The expression that refers to the application in the decorators, for example `app` or `shared.app`. */
  readonly app: string;
  /** The ranges of the decorators to remove. */
  readonly decorators: readonly DecoratorRange[];
  /**
   * The range from the keyword to the closing brace. `name` is set only for a class declaration, because other code can refer
   * to it.
   */
  readonly class: TextRange & { readonly name: string | undefined };
  readonly views: readonly BoundView[];
  /** The inputs of those views that declare any. */
  readonly inputs?: ReadonlyMap<BoundView, BoundInputs>;
  readonly functions: readonly BoundFunction[];
  /** The event sources of the functions. */
  readonly sources?: readonly BoundEvents[];
  readonly lists: readonly ListBinding[];
};

/** `app.route(...)(view)` or `app.lambdaFunction(...)(view)`; `callee` is the inner call. */
export type CallBinding = {
  readonly form: 'call';
  readonly app: string;
  readonly callee: TextRange;
  readonly row: BoundRow;
  readonly lists: readonly ListBinding[];
};

export type ViewBinding = ClassBinding | CallBinding;
