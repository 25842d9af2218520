// Evaluates `process.env.NAME` in options to the value that it has in the deployed application
// (docs/decisions/static-values.md).
import { unwrap } from '../syntax/expressions.js';
import type { LoadedModule, Located } from './module-graph.js';
import type { Expression, Span } from '../syntax/tree.js';
import { definitionOf } from './definition.js';
import { globalMember, globalName, traceExpression } from './entity.js';
import type { StaticValue, UnknownReason } from '../values/static-value.js';
import type { Evaluator, Program } from './program.js';

/** Tells whether an expression is `process.env`, directly or through an import or a variable. */
export function isEnvironment(
  program: Program,
  module: LoadedModule,
  expression: Expression,
): boolean {
  const aliased = followAliases(program, { module, node: unwrap(expression) });
  const { node } = aliased;
  if (globalMember(aliased.module, node) === 'process.env') return true;
  if (isTakenFromProcess(program, aliased)) return true;
  const entity = traceExpression(program, aliased.module, node);
  if (entity.kind !== 'package' || entity.name !== 'env') return false;
  return entity.specifier === 'process' || entity.specifier === 'node:process';
}

/** Detects `const { env } = process`. */
function isTakenFromProcess(program: Program, { module, node }: Located<Expression>): boolean {
  const definition = node.type === 'Identifier' ? definitionOf(program, module, node) : undefined;
  if (definition?.kind !== 'binding' || definition.binding.kind !== 'value') return false;
  const { init, steps } = definition.binding;
  const isProcess = init && globalName(definition.module, init) === 'process';
  return isProcess === true && steps.length === 1 && steps[0]?.key === 'env';
}

/** The maximum number of variables to follow. The limit also ends cycles. */
const MOST_ALIASES = 5;

/** Follows `e` to `process.env`, if it is declared by `const e = process.env`. */
function followAliases(program: Program, location: Located<Expression>): Located<Expression> {
  let { module, node } = location;
  for (let count = 0; count < MOST_ALIASES && node.type === 'Identifier'; count++) {
    const definition = definitionOf(program, module, node);
    if (definition.kind !== 'binding' || definition.binding.kind !== 'value') break;
    const { init, steps } = definition.binding;
    if (!init || steps.length > 0) break;
    ({ module } = definition);
    node = unwrap(init);
  }
  return { module, node };
}

export function evaluateVariable(
  { program, module }: Pick<Evaluator, 'program' | 'module'>,
  name: string,
  span: Span,
): StaticValue {
  const { environment } = program;
  if (!environment) return unknownExpression(module, span);
  if (Object.hasOwn(environment, name)) {
    const at = module.record.source.spanOf(span);
    return { kind: 'string', value: environment[name] ?? '', at, variable: name };
  }
  return { ...unknownValue(module, span, { kind: 'environment', name }), variable: name };
}

/** Variables that Lambda sets itself (docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html). */
const SET_BY_LAMBDA = /^(?:AWS_|LAMBDA_|_HANDLER$|_X_AMZN_|LANG$|TZ$|PATH$|LD_LIBRARY_PATH$|NODE_)/;

/** Tells whether the variable is certainly not set in the deployed application, so that `process.env.X ?? 'y'` is `y`. */
export function isMissingVariable(value: StaticValue): boolean {
  if (value.kind !== 'unknown' || value.reason.kind !== 'environment') return false;
  return !SET_BY_LAMBDA.test(value.reason.name);
}

// Creates placeholders for values that are known only at run time, each with the reason.

export type Unknown = StaticValue & { readonly kind: 'unknown' };

const LONGEST_TEXT = 60;

export function shortText(module: LoadedModule, span: Span): string {
  const text = module.record.source.textOf(span).replaceAll(/\s+/g, ' ');
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1)}…`;
}

export function unknownValue(module: LoadedModule, span: Span, reason: UnknownReason): Unknown {
  return { kind: 'unknown', reason, at: module.record.source.spanOf(span) };
}

/** Creates the unknown value for a function in a position that requires a value. */
export function unknownFunction(module: LoadedModule, span: Span): Unknown {
  const text = shortText(module, span);
  return unknownValue(module, span, { kind: 'expression', text, isFunction: true });
}

/** Creates the unknown value for a kind of expression that is never static. */
export function unknownExpression(
  module: LoadedModule,
  span: Span,
  kind: 'call' | 'expression' = 'expression',
): Unknown {
  return unknownValue(module, span, { kind, text: shortText(module, span) });
}
