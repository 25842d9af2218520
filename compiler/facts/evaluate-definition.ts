// Values of names: constants of this module and of others, and the parts that destructuring takes from them.
import type { LoadedModule } from './module-graph.js';
import { unwrap } from '../syntax/expressions.js';
import type { Span } from '../syntax/tree.js';
import { isChanged } from './constancy.js';
import type { Definition } from './definition.js';
import { evaluateVariable, isEnvironment, unknownValue } from './environment.js';
import { evaluateConstant } from './evaluate-constant.js';
import { propertyOf } from './property.js';
import type { StaticValue, UnknownReason } from '../values/static-value.js';
import { evaluateJson } from './value-size.js';
import type { Binding, PatternStep } from './module-record.js';
import type { Program } from './program.js';

/** The expression that uses a name, and the name as written there. */
export type Reference = {
  readonly name: string;
  readonly module: LoadedModule;
  readonly span: Span;
};

/** The value of a name. Its location is where the name is used; an unknown value keeps the location of its cause. */
export function evaluateDefinition(
  program: Program,
  definition: Definition,
  reference: Reference,
): StaticValue {
  const { name, module, span } = reference;
  const because = (reason: UnknownReason): StaticValue => unknownValue(module, span, reason);
  switch (definition.kind) {
    case 'expression':
      return moveTo(reference, evaluateConstant(program, definition.module, definition.node));
    case 'binding':
      return evaluateBinding(program, definition, reference);
    case 'json':
      return evaluateJson(program, definition, reference);
    case 'package':
      return because({
        kind: 'outside-project',
        name,
        module: definition.specifier,
        ...(definition.isMissing && { isMissing: true }),
      });
    case 'unresolved':
      return because(
        isGlobal(name) ? { kind: 'expression', text: name } : { kind: 'unresolved', name },
      );
    case 'function':
      return because({ kind: 'expression', text: name, isFunction: true });
    case 'namespace':
    case 'class':
      return because({ kind: 'expression', text: name });
  }
}

/** Global names, whose values are known only at run time. */
function isGlobal(name: string): boolean {
  return Object.hasOwn(globalThis, name) || ['require', 'module', '__dirname'].includes(name);
}

function evaluateBinding(
  program: Program,
  definition: Definition & { readonly kind: 'binding' },
  reference: Reference,
): StaticValue {
  const { name, module, span } = reference;
  const because = (reason: UnknownReason): StaticValue => unknownValue(module, span, reason);
  const { binding } = definition;
  switch (binding.kind) {
    case 'value': {
      if (isChanged(program, definition.module, definition))
        return because({ kind: 'reassigned', name });
      if (isBusy(program, binding)) return because({ kind: 'cycle', name });
      return moveTo(reference, evaluateValue(program, definition.module, binding));
    }
    case 'parameter':
    case 'variable':
      return because({ kind: 'parameter', name });
    case 'function':
      return because({ kind: 'expression', text: name, isFunction: true });
    case 'class':
    case 'enum':
    case 'namespace':
      return because({ kind: 'expression', text: name });
  }
}

/** True while the value is being computed: it then depends on itself. */
function isBusy({ values }: Program, { init }: Binding & { readonly kind: 'value' }): boolean {
  const node = init && unwrap(init);
  return node !== undefined && values.has(node) && values.get(node) === undefined;
}

function evaluateValue(
  program: Program,
  module: LoadedModule,
  { init, steps, at }: Binding & { readonly kind: 'value' },
): StaticValue {
  if (!init) return { kind: 'undefined', at: module.record.source.spanOf(at) };
  const [first, ...rest] = steps;
  if (first && isEnvironment(program, module, init)) {
    const value = evaluateVariable({ program, module }, String(first.key), at);
    return takeApart(
      program,
      { module, at },
      { value: fillIn(program, { module, value }, first), steps: rest },
    );
  }
  return takeApart(
    program,
    { module, at },
    { value: evaluateConstant(program, module, init), steps },
  );
}

/** The value that a destructuring pattern takes from another. */
function takeApart(
  program: Program,
  place: { readonly module: LoadedModule; readonly at: Span },
  from: { readonly value: StaticValue; readonly steps: readonly PatternStep[] },
): StaticValue {
  return from.steps.reduce((value, step) => {
    const part = propertyOf(place.module, value, { name: String(step.key), span: place.at });
    return fillIn(program, { module: place.module, value: part }, step);
  }, from.value);
}

/** The default of a pattern when the value is absent. */
function fillIn(
  program: Program,
  { module, value }: { readonly module: LoadedModule; readonly value: StaticValue },
  { fallback }: PatternStep,
): StaticValue {
  if (!fallback) return value;
  const isAbsent =
    value.kind === 'undefined' ||
    (value.kind === 'unknown' &&
      (value.reason.kind === 'missing-property' || value.reason.kind === 'environment'));
  return isAbsent ? evaluateConstant(program, module, fallback) : value;
}

/** The same value at the location of the reference. */
function moveTo({ module, span }: Reference, value: StaticValue): StaticValue {
  if (value.kind === 'unknown') return value;
  return { ...value, at: module.record.source.spanOf(span) };
}
