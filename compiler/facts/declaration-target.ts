// Finds what a declaration applies to: the decorated class member, or the function in `app.route(...)(view)`. Returns its name,
// kind and parameters.
import { valueFor } from '../groups.js';
import type { LoadedModule, Located } from './module-graph.js';
import {
  annotationOf,
  calleeOf,
  functionOf,
  keyName,
  patternOf,
  spanOf,
  unwrap,
} from '../syntax/expressions.js';
import type {
  CallExpression,
  ClassMember,
  ClassNode,
  Expression,
  FunctionNode,
  Param,
  Pattern,
  Span,
  TsType,
} from '../syntax/tree.js';
import { classChain, traceExpression } from './entity.js';
import type {
  DeclarationTarget,
  DeclaringClass,
  ViewParameter,
} from '../declarations/app-facts.js';
import type { Spanned } from '../values/static-value.js';
import { readReturned } from './returned-values.js';
import type { ClassSite, Use } from './module-record.js';
import type { Program } from './program.js';
import { declares } from './scan-calls.js';

type DecoratorUse = Use & { readonly kind: 'decorator' };
type ApplyUse = Use & { readonly kind: 'apply' };

export function decoratorTarget(
  program: Program,
  module: LoadedModule,
  use: DecoratorUse,
): DeclarationTarget {
  const { source } = module.record;
  const site = classTarget(program, module, use.class);
  const { at } = site;
  const { member } = use;
  if (!member || !('key' in member)) {
    const name = use.class.name === undefined ? undefined : { value: use.class.name, at };
    return { form: 'class', name, isStatic: false, class: site, parameters: [], at };
  }
  const hasFunction = member.type === 'ClassMethod' || member.type === 'PrivateMethod';
  const name = memberName(module, member);
  return {
    form: memberForm(member),
    name,
    isStatic: 'isStatic' in member && member.isStatic,
    class: site,
    parameters: hasFunction ? readParameters(module, member.function.params) : [],
    ...(hasFunction &&
      readReturned(program, module, {
        fn: member.function,
        owner: { module, node: use.class.node },
      })),
    at: name ? name.at : source.spanOf(member.key.span),
  };
}

function classTarget(program: Program, module: LoadedModule, site: ClassSite): DeclaringClass {
  return valueFor(program.classes, site, () => {
    const at = module.record.source.spanOf(site.node.identifier?.span ?? site.node.span);
    const required = requiredParameter(program, module, site.node);
    return { name: site.name, required, at };
  });
}

function memberForm(member: ClassMember): DeclarationTarget['form'] {
  switch (member.type) {
    case 'ClassMethod':
      return member.function.body ? member.kind : 'signature';
    case 'PrivateMethod':
      return member.kind === 'method' ? 'private-method' : member.kind;
    case 'AutoAccessor':
      return 'accessor';
    default:
      return 'field';
  }
}

function memberName(
  module: LoadedModule,
  { key }: Extract<ClassMember, { readonly key: unknown }>,
): Spanned<string> | undefined {
  const at = module.record.source.spanOf(key.span);
  if (key.type === 'PrivateName') return { value: module.record.source.textOf(key.span), at };
  const name = keyName(key);
  return name === undefined ? undefined : { value: name, at };
}

/** Returns the target of `app.route(...)(view)`. The function may be declared elsewhere. */
export function applyTarget(
  program: Program,
  module: LoadedModule,
  use: ApplyUse,
): DeclarationTarget {
  const { source } = module.record;
  const given = use.outer.arguments[0]?.expression;
  const found = given && findFunction(program, module, given);
  const holder = use.holder ?? (given && functionName(given));
  const name = holder && { value: holder.name, at: source.spanOf(holder.at) };
  const isWrapped = !found && given !== undefined && isWrapper(program, module, given);
  return {
    form: found || isWrapped ? 'call' : 'not-a-function',
    name,
    isStatic: false,
    class: undefined,
    parameters: found ? readParameters(found.module, found.node.params) : [],
    ...(isWrapped && { isWrapped }),
    ...(found && readReturned(program, found.module, { fn: found.node })),
    at: source.spanOf(given ? spanOf(given) : use.outer.span),
  };
}

/** Handles `withAuth(() => ...)` and `withRole('admin')(view)`. */
function isWrapper(program: Program, module: LoadedModule, given: Expression): boolean {
  const call = unwrap(given);
  if (call.type !== 'CallExpression') return false;
  return call.arguments.some(
    ({ expression }) =>
      findFunction(program, module, expression) !== undefined ||
      isWrapper(program, module, expression),
  );
}

function findFunction(
  program: Program,
  module: LoadedModule,
  given: Expression,
): Located<FunctionNode> | undefined {
  const node = functionOf(given);
  if (node) return { module, node };
  const inner = unwrap(given);
  // In `app.route('/a')(app.route('/b')(view))`, the inner call returns the view.
  const applied =
    inner.type === 'CallExpression' && isApplied(inner) ? inner.arguments[0] : undefined;
  if (applied) return findFunction(program, module, applied.expression);
  const entity = traceExpression(program, module, inner);
  return entity.kind === 'function' ? entity : undefined;
}

function isApplied(call: CallExpression): boolean {
  const callee = calleeOf(call);
  return callee?.type === 'CallExpression' && declares(callee);
}

function functionName(given: Expression): { readonly name: string; readonly at: Span } | undefined {
  const node = unwrap(given);
  if (node.type === 'Identifier') return { name: node.value, at: node.span };
  if (node.type !== 'FunctionExpression' || !node.identifier) return undefined;
  return { name: node.identifier.value, at: node.identifier.span };
}

function readParameters(
  module: LoadedModule,
  parameters: readonly (Param | Pattern)[],
): readonly ViewParameter[] {
  return parameters.map((parameter) => readParameter(module, patternOf(parameter)));
}

function readParameter(module: LoadedModule, pattern: Pattern): ViewParameter {
  const { source } = module.record;
  const at = source.spanOf(spanOf(pattern));
  switch (pattern.type) {
    case 'Identifier': {
      const form = pattern.optional ? 'optional' : 'plain';
      const type = typeOf(module, pattern);
      const names = type === 'number' && { frameworkNames: frameworkNames(module) };
      return { name: pattern.value, form, type, ...names, at };
    }
    case 'AssignmentPattern': {
      const inner = readParameter(module, pattern.left);
      return inner.form === 'plain' ? { ...inner, form: 'optional' } : inner;
    }
    case 'RestElement': {
      const name = pattern.argument.type === 'Identifier' ? pattern.argument.value : undefined;
      return { name, form: 'rest', type: typeOf(module, pattern), at };
    }
    default:
      return { name: undefined, form: 'destructured', type: typeOf(module, pattern), at };
  }
}

/** Returns the names that a module imports from this package without renaming them. */
function frameworkNames({ record }: LoadedModule): readonly string[] {
  return [...record.names.all()].flatMap(([name, binding]) =>
    binding.kind === 'import' && binding.specifier === 'framework' && binding.name === name
      ? [name]
      : [],
  );
}

function typeOf(module: LoadedModule, pattern: Pattern): string | undefined {
  const node = parameterType(pattern);
  return node && module.record.source.textOf(node.span);
}

function parameterType(pattern: Pattern): TsType | undefined {
  return annotationOf(pattern.type === 'AssignmentPattern' ? pattern.left : pattern);
}

export function annotationsOf(
  program: Program,
  module: LoadedModule,
  use: DecoratorUse | ApplyUse,
): readonly (Located<TsType> | undefined)[] {
  const found = parametersOf(program, module, use);
  return (found?.node ?? []).map((parameter) => {
    const node = parameterType(patternOf(parameter));
    return found && node && { module: found.module, node };
  });
}

function parametersOf(
  program: Program,
  module: LoadedModule,
  use: DecoratorUse | ApplyUse,
): Located<readonly (Param | Pattern)[]> | undefined {
  if (use.kind === 'decorator') {
    const { member } = use;
    const isMethod = member?.type === 'ClassMethod' || member?.type === 'PrivateMethod';
    return isMethod ? { module, node: member.function.params } : undefined;
  }
  const given = use.outer.arguments[0]?.expression;
  const found = given && findFunction(program, module, given);
  return found && { module: found.module, node: found.node.params };
}

/** The constructor may be inherited. A class with a decorator is not checked, because the decorator may replace the class. */
function requiredParameter(
  program: Program,
  module: LoadedModule,
  node: ClassNode,
): Spanned<string> | undefined {
  for (const entity of classChain(program, { kind: 'class', module, node })) {
    if (entity.kind !== 'class') return undefined;
    if ((entity.node.decorators ?? []).length > 0) return undefined;
    const { record } = entity.module;
    // A constructor without a body is an overload signature.
    const own = entity.node.body.find((member) => member.type === 'Constructor' && member.body);
    if (own?.type === 'Constructor') {
      const [first] = own.params;
      const pattern = first && (first.type === 'Parameter' ? first.pat : first.param);
      if (!pattern || !isRequired(pattern)) return undefined;
      const at = record.source.spanOf(first.span);
      return { value: record.source.textOf(spanOf(pattern)).split(/[\s:?]/, 1)[0] ?? '', at };
    }
  }
  return undefined;
}

function isRequired(pattern: Pattern): boolean {
  if (pattern.type === 'AssignmentPattern' || pattern.type === 'RestElement') return false;
  return pattern.type !== 'Identifier' || !pattern.optional;
}
