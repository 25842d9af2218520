// Scans patterns: the names they declare, and the variables they assign.
import { keyName, unwrap } from '../syntax/expressions.js';
import type { Expression, ObjectPattern, Param, Pattern, Span, TreeNode } from '../syntax/tree.js';
import type { Binding, PatternStep, Write } from './module-record.js';
import { isDeclaringMember } from './receivers.js';
import { DEFERRED, type Scan } from './scan.js';

/** The value that a pattern destructures: an expression, a parameter, or a value that may change. */
export type PatternSource =
  | { readonly kind: 'value'; readonly init: Expression | undefined }
  | { readonly kind: 'parameter' }
  | { readonly kind: 'variable' };

/** Declares every name of a pattern and visits the expressions in it. */
export function declarePattern(scan: Scan, pattern: Pattern, source: PatternSource): void {
  declarePart(scan, pattern, { source, steps: [] });
}

type PatternPart = { readonly source: PatternSource; readonly steps: readonly PatternStep[] };

function declarePart(scan: Scan, pattern: Pattern, part: PatternPart): void {
  switch (pattern.type) {
    case 'Identifier':
      scan.names.declare(pattern, bindingOf(part, pattern.span));
      return;
    case 'AssignmentPattern':
      scan.visit(pattern.right);
      declarePart(scan, pattern.left, withFallback(part, pattern.right));
      return;
    case 'RestElement':
      declarePart(scan, pattern.argument, restOf(part));
      return;
    case 'ArrayPattern':
      pattern.elements.forEach((element, index) => {
        if (element) declarePart(scan, element, stepInto(part, index));
      });
      return;
    case 'ObjectPattern':
      for (const property of pattern.properties) declareProperty(scan, property, part);
      return;
    default:
      scan.visit(pattern);
  }
}

function declareProperty(
  scan: Scan,
  property: ObjectPattern['properties'][number],
  part: PatternPart,
): void {
  if (property.type === 'RestElement') {
    declarePart(scan, property.argument, restOf(part));
    return;
  }
  const name = keyName(property.key);
  if (property.key.type === 'Computed') scan.visit(property.key.expression);
  const inner = name === undefined ? restOf(part) : stepInto(part, name);
  if (name !== undefined) noteStray(scan, name, { part, at: property.key.span });
  if (property.type === 'KeyValuePatternProperty') {
    declarePart(scan, property.value, inner);
    return;
  }
  if (property.value) scan.visit(property.value);
  const filled = property.value ? withFallback(inner, property.value) : inner;
  scan.names.declare(property.key, bindingOf(filled, property.key.span));
}

/** Records `const { route } = app`, which takes the decorator from the application. */
function noteStray(
  scan: Scan,
  name: string,
  { part, at }: { readonly part: PatternPart; readonly at: Span },
): void {
  if (!isDeclaringMember(name) || part.source.kind !== 'value' || !part.source.init) return;
  const { init } = part.source;
  scan.uses.push({
    kind: 'stray',
    use: 'not-called',
    object: init,
    steps: part.steps,
    at,
    ...scan.moment,
  });
}

function bindingOf({ source, steps }: PatternPart, at: Span): Binding {
  if (source.kind === 'value') return { kind: 'value', init: source.init, steps, at };
  return { kind: source.kind, at };
}

function stepInto(part: PatternPart, key: string | number): PatternPart {
  return { ...part, steps: [...part.steps, { key, fallback: undefined }] };
}

function withFallback(part: PatternPart, fallback: Expression): PatternPart {
  const last = part.steps.at(-1);
  if (!last) return part;
  return { ...part, steps: [...part.steps.slice(0, -1), { key: last.key, fallback }] };
}

function restOf(part: PatternPart): PatternPart {
  return part.source.kind === 'value' ? { ...part, source: { kind: 'variable' } } : part;
}

export function declareParameters(scan: Scan, parameters: readonly (Param | Pattern)[]): void {
  for (const parameter of parameters) {
    if (parameter.type === 'Parameter') scan.visit(parameter);
    else declarePattern(scan, parameter, { kind: 'parameter' });
  }
}

export function scanFunction(
  scan: Scan,
  parameters: readonly (Param | Pattern)[],
  body: TreeNode | undefined,
): void {
  const present = scan.moment;
  scan.moment = DEFERRED;
  declareParameters(scan, parameters);
  if (body) scan.visit(body);
  scan.moment = present;
}

export function noteTargets(
  scan: Scan,
  target: Expression | Pattern,
  write: Pick<Write, 'operation' | 'value' | 'at'>,
): void {
  const partly = { ...write, operation: 'other', value: undefined } as const;
  switch (target.type) {
    case 'ArrayPattern':
      for (const element of target.elements) if (element) noteTargets(scan, element, partly);
      return;
    case 'ObjectPattern':
      for (const property of target.properties) {
        if (property.type === 'KeyValuePatternProperty') noteTargets(scan, property.value, partly);
        else if (property.type === 'RestElement') noteTargets(scan, property.argument, partly);
        else noteTargets(scan, property.key, partly);
      }
      return;
    case 'AssignmentPattern':
      scan.visit(target.right);
      noteTargets(scan, target.left, partly);
      return;
    case 'RestElement':
      noteTargets(scan, target.argument, partly);
      return;
    case 'Invalid':
      return;
    default: {
      const location = unwrap(target);
      scan.visit(location);
      const common = { kind: 'write', call: undefined, ...scan.moment } as const;
      scan.uses.push({ ...common, ...write, target: location });
    }
  }
}
