// `process.env.NAME` in options: what the deployed application will see (design.md 4.13).
import { propertyName, unwrap } from '../syntax/expressions.js';
import type { LoadedModule } from '../modules/module-graph.js';
import type { Expression, Span } from '../syntax/tree.js';
import { traceExpression, type Entity } from './entity.js';
import type { StaticValue } from './facts.js';
import type { Program } from './program.js';
import { unknownValue } from './unknown-value.js';

/** Tells whether an expression is `process.env`, also when `process` or `env` is imported. */
export function isEnvironment(
  program: Program,
  module: LoadedModule,
  expression: Expression,
): boolean {
  const node = unwrap(expression);
  if (node.type === 'MemberExpression' && propertyName(node) === 'env') {
    const object = unwrap(node.object);
    const isGlobal =
      object.type === 'Identifier' &&
      object.value === 'process' &&
      !module.record.names.find(object);
    if (isGlobal) return true;
  }
  return isEnvironmentEntity(traceExpression(program, module, node));
}

function isEnvironmentEntity(entity: Entity): boolean {
  if (entity.kind !== 'package' || entity.name !== 'env') return false;
  return entity.specifier === 'process' || entity.specifier === 'node:process';
}

/** The value of a variable; unknown when the stage does not set it. */
export function evaluateVariable(
  { program, module }: { readonly program: Program; readonly module: LoadedModule },
  name: string,
  span: Span,
): StaticValue {
  const { environment } = program;
  if (Object.hasOwn(environment, name)) {
    const at = module.record.source.spanOf(span);
    return { kind: 'string', value: environment[name] ?? '', at };
  }
  return unknownValue(module, span, { kind: 'environment', name });
}

/** Variables that Lambda sets itself (docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html). */
const SET_BY_LAMBDA = /^(?:AWS_|LAMBDA_|_HANDLER$|_X_AMZN_|LANG$|TZ$|PATH$|LD_LIBRARY_PATH$|NODE_)/;

/** A variable that the deployed application will surely not have, so that `process.env.X ?? 'y'` is `y`. */
export function isMissingVariable(value: StaticValue): boolean {
  if (value.kind !== 'unknown' || value.reason.kind !== 'environment') return false;
  return !SET_BY_LAMBDA.test(value.reason.name);
}
