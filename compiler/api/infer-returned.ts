// The return type of a function: its annotation, or else the union of its return statements.
import type { LoadedModule } from '../facts/module-graph.js';
import type { Expression, FunctionBody, Statement } from '../syntax/tree.js';
import type { Type } from '../declarations/declared-type.js';
import { leaves } from './infer-name.js';
import {
  UNDEFINED,
  unite,
  UNKNOWN,
  widened,
  type AnyFunction,
  type Infer,
  type Inference,
} from './inference.js';
import { isOwnCode, walk } from '../syntax/tree-walk.js';

type FunctionPlace = { readonly module: LoadedModule; readonly node: AnyFunction };

export function inferReturned(
  inference: Inference,
  { module, node }: FunctionPlace,
  [depth, infer]: readonly [number, Infer],
): Type {
  const declared = node.returnType?.typeAnnotation;
  if (declared) return inference.readType(module, declared);
  if (node.generator === true) return UNKNOWN;
  if (inference.returned.has(node)) return inference.returned.get(node) ?? UNKNOWN;
  inference.returned.set(node, undefined);
  const place = { module, body: node.body, depth };
  const types = returnedBy(node).map((expression) =>
    expression ? infer(inference, place, expression) : UNDEFINED,
  );
  const all = unite(
    types.map((type) => (inference.lookUp(type).kind === 'literal' ? widened(type) : type)),
  );
  // A callback's type depends on the list that it is called for, so it is not cached.
  inference.returned.delete(node);
  return all;
}

/** The returned expressions; undefined means `return;` or the end of the function. */
export function returnedBy({ body }: AnyFunction): readonly (Expression | undefined)[] {
  if (!isBody(body)) {
    return body === null || body === undefined ? [] : [body as Expression]; // because an arrow function has one or the other
  }
  const found: (Expression | undefined)[] = [];
  walk(body.stmts, (node) => {
    if (isOwnCode(node)) return false;
    if (node.type === 'ReturnStatement') {
      const { argument } = node as { readonly type: string; readonly argument?: Expression | null }; // because it is a return statement
      found.push(argument ?? undefined);
    }
    return true;
  });
  return endsByItself(body.stmts) ? [...found, undefined] : found;
}

function isBody(body: unknown): body is FunctionBody {
  return typeof body === 'object' && body !== null && 'stmts' in body;
}

/** False when the last statement always returns, throws or loops forever. */
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
