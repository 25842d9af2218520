// Infers the type of a variable from its annotation, otherwise from its initial value.
import type { CalledFunction } from '../facts/called-functions.js';
import { definitionOf, isChanged } from '../facts/definition.js';
import { isEnvironment } from '../facts/environment.js';
import type {
  AnyFunction,
  Expression,
  Identifier,
  Statement,
  MemberExpression,
  FunctionBody,
} from '../syntax/tree.js';
import { unwrap, propertyName } from '../syntax/expressions.js';
import type { Type } from '../declarations/declared-type.js';
import {
  inferType,
  literalOf,
  UNKNOWN,
  without,
  type Inference,
  type ExpressionContext,
  membersOf,
  NUMBER,
  TEXT,
  UNDEFINED,
  unite,
  valueOf,
  widened,
} from './inference.js';
import { traceExpression } from '../facts/entity.js';
import { returnedIn } from '../syntax/tree-walk.js';

export function inferName(context: ExpressionContext, name: Identifier): Type {
  const type = declaredType(context, name);
  return isNarrowed(context, name)
    ? without(context.inference.lookUp(type), 'null', 'undefined')
    : type;
}

function declaredType(context: ExpressionContext, name: Identifier): Type {
  const { inference } = context;
  const { program } = inference;
  const own = context.module.record.names.find(name);
  const given = own && inference.given.get(own);
  if (given) return given;
  const found = definitionOf(program, context.module, name);
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
      ? inferType({ ...context, module }, binding.init)
      : UNKNOWN;
  let type = whole;
  for (const { key, fallback } of binding.steps) {
    if (typeof key === 'number' || fallback) return UNKNOWN;
    type = memberOf(inference, type, key);
  }
  return type;
}

/** Tells whether the function ends if the variable is not set: `if (!city) throw notFound(id);`. */
function isNarrowed({ body }: ExpressionContext, name: Identifier): boolean {
  if (typeof body !== 'object' || body === null || !('stmts' in body)) return false;
  const statements = body.stmts as readonly Statement[]; // because only function bodies have statements
  return statements.some(
    (statement) =>
      statement.type === 'IfStatement' &&
      leaves(statement.consequent) &&
      isMissingTest(statement.test, name),
  );
}

function leaves(statement: Statement): boolean {
  switch (statement.type) {
    case 'ThrowStatement':
    case 'ReturnStatement':
      return true;
    case 'BlockStatement': {
      const last = statement.stmts.at(-1);
      return last !== undefined && leaves(last);
    }
    case 'IfStatement': {
      const { consequent, alternate } = statement;
      return alternate ? leaves(consequent) && leaves(alternate) : false;
    }
    case 'TryStatement':
      return leaves(statement.block) && (!statement.handler || leaves(statement.handler.body));
    case 'SwitchStatement':
      return statement.cases.some(({ test }) => !test);
    default:
      return false;
  }
}

/** Handles `!x`, `x === undefined`, `x == null`, and one of these as an operand of `||`. */
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
  const contexts = [inner, name] as unknown as readonly { readonly ctxt: number }[]; // because swc's types omit it
  return contexts[0]?.ctxt === contexts[1]?.ctxt;
}

export function inferMember(context: ExpressionContext, expression: MemberExpression): Type {
  const known = knownMember(context, expression);
  if (known) return known;
  const object = inferType(context, expression.object);
  const { inference } = context;
  const name = propertyName(expression);
  if (name !== undefined) return memberOf(inference, object, name);
  const type = inference.lookUp(object);
  const index =
    expression.property.type === 'Computed' ? unwrap(expression.property.expression) : undefined;
  if (type.kind === 'tuple' && index?.type === 'NumericLiteral') {
    return type.items[index.value]?.type ?? UNKNOWN;
  }
  if (type.kind === 'list') return type.of;
  const [all, ...others] = type.kind === 'object' ? (type.indexes ?? []) : [];
  const isUniform = type.kind === 'object' && type.properties.length === 0 && others.length === 0;
  return all && isUniform ? unite([all.type, UNDEFINED]) : UNKNOWN;
}

/** Returns the type of a member. `null` and `undefined` have no members. */
export function memberOf(inference: Inference, object: Type, name: string): Type {
  const type = without(inference.lookUp(object), 'null', 'undefined');
  if (type.kind === 'union') {
    return unite(membersOf(type).map((member) => memberOf(inference, member, name)));
  }
  if (type.kind === 'named') return memberOf(inference, inference.lookUp(type), name);
  switch (type.kind) {
    case 'object': {
      const property = type.properties.find((candidate) => candidate.name === name);
      if (property) return valueOf(property);
      const index = type.indexes?.find(({ patterns }) => patterns.length === 0);
      return index ? unite([index.type, UNDEFINED]) : UNKNOWN;
    }
    case 'list':
    case 'tuple':
      return name === 'length' ? NUMBER : UNKNOWN;
    case 'text':
    case 'bytes':
      return name === 'length' || name === 'byteLength' ? NUMBER : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

function knownMember(
  { inference, module }: ExpressionContext,
  expression: MemberExpression,
): Type | undefined {
  const name = propertyName(expression);
  if (name === undefined) return undefined;
  const object = unwrap(expression.object);
  const { program } = inference;
  if (traceExpression(program, module, object).kind === 'enum')
    return literalOf(inference, module, expression);
  if (isEnvironment(program, module, object)) return unite([TEXT, UNDEFINED]);
  if (object.type !== 'MemberExpression' || propertyName(object) !== 'currentRequest')
    return undefined;
  const owner = traceExpression(program, module, object.object);
  return owner.kind === 'app' ? memberOf(inference, REQUEST, name) : undefined;
}

const TEXTS: Type = { kind: 'object', properties: [], indexes: [{ patterns: [], type: TEXT }] };

/** The members of a request whose types JSON can represent. */
export const REQUEST: Type = {
  kind: 'object',
  properties: Object.entries({
    method: TEXT,
    path: TEXT,
    rawBody: { kind: 'bytes' },
    headers: TEXTS,
    uriParams: { kind: 'union', of: [TEXTS, { kind: 'null' }] },
    queryParams: { kind: 'union', of: [TEXTS, { kind: 'null' }] },
    stageVars: { kind: 'union', of: [TEXTS, { kind: 'null' }] },
  } satisfies Readonly<Record<string, Type>>).map(([name, type]) => ({
    name,
    type,
    isOptional: false,
  })),
};

/** The maximum number of functions to follow. Functions that each call the next one twice would take exponential time. */
const MOST_FUNCTIONS = 5000;

export function inferReturned(
  inference: Inference,
  { module, node, owner }: Omit<CalledFunction, 'owner'> & Partial<CalledFunction>,
  depth: number,
): Type {
  const declared = node.returnType?.typeAnnotation;
  if (declared) return inference.readType(module, declared);
  if (node.generator === true) return UNKNOWN;
  if (inference.returned.has(node)) return inference.returned.get(node) ?? UNKNOWN;
  if (inference.returned.size === 0) inference.followed.count = 0;
  if (++inference.followed.count > MOST_FUNCTIONS) return UNKNOWN;
  inference.returned.set(node, undefined);
  const context = { inference, module, owner, body: node.body, depth };
  const types = returnedBy(node).map((expression) =>
    expression ? inferType(context, expression) : UNDEFINED,
  );
  const all = unite(
    types.map((type) => (inference.lookUp(type).kind === 'literal' ? widened(type) : type)),
  );
  // The return type of a callback depends on the list whose method receives it, so it is not cached.
  inference.returned.delete(node);
  return all;
}

/** Returns the expressions that a function returns. Undefined stands for `return;` or the end of the function. */
export function returnedBy({ body }: AnyFunction): readonly (Expression | undefined)[] {
  if (!isBody(body)) {
    return body === null || body === undefined ? [] : [body as Expression]; // because the body of an arrow function is a block or an expression
  }
  const found = returnedIn(body.stmts);
  return endsByItself(body.stmts) ? [...found, undefined] : found;
}

function isBody(body: unknown): body is FunctionBody {
  return typeof body === 'object' && body !== null && 'stmts' in body;
}

/** Tells whether the end of a function can be reached; false if the last statement always returns, throws or loops forever. */
function endsByItself(statements: readonly Statement[]): boolean {
  const last = statements.at(-1);
  return !last || !(leaves(last) || isEndless(last));
}

function isEndless(statement: Statement): boolean {
  if (statement.type === 'ForStatement') return !statement.test;
  return (
    statement.type === 'WhileStatement' &&
    statement.test.type === 'BooleanLiteral' &&
    statement.test.value
  );
}
