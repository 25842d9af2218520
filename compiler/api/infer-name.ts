// The type of a variable: its annotation, or else the type of its initial value.
import { definitionOf } from '../facts/definition.js';
import { isChanged } from '../facts/constancy.js';
import type { Expression, Identifier, Statement } from '../syntax/tree.js';
import { unwrap } from '../syntax/expressions.js';
import type { Type } from '../declarations/declared-type.js';
import { memberOf } from './infer-member.js';
import { UNKNOWN, without, type Infer, type Inference, type Place } from './inference.js';

export function inferName(
  inference: Inference,
  place: Place,
  [name, infer]: readonly [Identifier, Infer],
): Type {
  const type = declaredType(inference, place, [name, infer]);
  return isNarrowed(place, name) ? without(inference.lookUp(type), 'null', 'undefined') : type;
}

function declaredType(
  inference: Inference,
  place: Place,
  [name, infer]: readonly [Identifier, Infer],
): Type {
  const { program } = inference;
  const own = place.module.record.names.find(name);
  const given = own && inference.given.get(own);
  if (given) return given;
  const found = definitionOf(program, place.module, name);
  if (found.kind === 'expression') {
    return infer(inference, { ...place, module: found.module }, found.node);
  }
  if (found.kind !== 'binding') return UNKNOWN;
  const { module, binding } = found;
  const annotation = inference.annotationOf(module, binding);
  if (annotation) {
    const whole = inference.readType(module, annotation.type);
    return annotation.steps.reduce((type, step) => memberOf(inference, type, step), whole);
  }
  if (binding.kind !== 'value') return UNKNOWN;
  const whole =
    binding.init && !isChanged(program, module, { name: found.name, binding })
      ? infer(inference, { ...place, module }, binding.init)
      : UNKNOWN;
  let type = whole;
  for (const { key, fallback } of binding.steps) {
    if (typeof key === 'number' || fallback) return UNKNOWN;
    type = memberOf(inference, type, key);
  }
  return type;
}

/** Whether a condition before the use leaves the function when the variable is missing: `if (!city) throw notFound(id);`. */
function isNarrowed({ body }: Place, name: Identifier): boolean {
  if (typeof body !== 'object' || body === null || !('stmts' in body)) return false;
  const statements = body.stmts as readonly Statement[]; // because only bodies of functions have them
  return statements.some(
    (statement) =>
      statement.type === 'IfStatement' &&
      leaves(statement.consequent) &&
      isMissingTest(statement.test, name),
  );
}

export function leaves(statement: Statement): boolean {
  switch (statement.type) {
    case 'ThrowStatement':
    case 'ReturnStatement':
      return true;
    case 'BlockStatement': {
      const last = statement.stmts.at(-1);
      return last !== undefined && leaves(last);
    }
    case 'IfStatement':
      return (
        leaves(statement.consequent) &&
        statement.alternate !== undefined &&
        // because absent children are null in the tree
        (statement.alternate as Statement | null) !== null &&
        leaves(statement.alternate)
      );
    case 'TryStatement':
      return leaves(statement.block) && (!statement.handler || leaves(statement.handler.body));
    case 'SwitchStatement':
      return statement.cases.some(({ test }) => !test);
    default:
      return false;
  }
}

/** A test that the variable is missing: `!x`, `x === undefined`, `x == null`, or one of them as a side of `||`. */
function isMissingTest(test: Expression, name: Identifier): boolean {
  const inner = unwrap(test);
  if (inner.type === 'UnaryExpression') {
    return inner.operator === '!' && isName(inner.argument, name);
  }
  if (inner.type !== 'BinaryExpression') return false;
  const { operator, left, right } = inner;
  if (operator === '||') return isMissingTest(left, name) || isMissingTest(right, name);
  if (operator !== '===' && operator !== '==') return false;
  const other = unwrap(right);
  const isNothing =
    other.type === 'NullLiteral' || (other.type === 'Identifier' && other.value === 'undefined');
  return isNothing && isName(left, name);
}

function isName(expression: Expression, { value, ...name }: Identifier): boolean {
  const inner = unwrap(expression);
  if (inner.type !== 'Identifier' || inner.value !== value) return false;
  const contexts = [inner, name] as unknown as readonly { readonly ctxt: number }[]; // because swc's types leave it out
  return contexts[0]?.ctxt === contexts[1]?.ctxt;
}
