// Finds functions of the project that return new middleware: `const user = makeUser('X-User')`. Each call creates a new
// middleware, so the call identifies the middleware (docs/decisions/middleware.md).
import { calleeOf, unwrap, propertyName } from '../syntax/expressions.js';
import type { CallExpression, Expression, FunctionNode } from '../syntax/tree.js';
import { returnedIn } from '../syntax/tree-walk.js';
import { traceExpression, isOurs } from './entity.js';
import type { LoadedModule, Located } from './module-graph.js';
import type { Program } from './program.js';
import { MIDDLEWARE, READY_MADE } from '../kinds/middleware/middleware.js';

export type MakingCall = {
  /** The function of this package that creates the middleware, for example `middleware.provide`. */
  readonly name: string;
  readonly module: LoadedModule;
  readonly call: CallExpression;
};

/**
 * Returns the call itself, or the calls whose results the called function returns. The list is empty if the function returns
 * anything else, or middleware that was created before the call.
 */
export function makingCalls(
  program: Program,
  { module, call }: Omit<MakingCall, 'name'>,
  around: ReadonlySet<FunctionNode> = new Set(),
): readonly MakingCall[] {
  const name = middlewareMaker(program, module, call);
  if (name !== undefined) return [{ name, module, call }];
  const callee = calleeOf(call);
  const called = callee && traceExpression(program, module, callee);
  if (called?.kind !== 'function' || around.has(called.node)) return [];
  const inside = new Set([...around, called.node]);
  const found = returnsOf(called.node).map((returned) => {
    const made = madeWithin(program, called, returned);
    return made ? makingCalls(program, { module: called.module, call: made }, inside) : [];
  });
  return found.every(({ length }) => length > 0) ? found.flat() : [];
}

/** Returns the call whose result is returned, if the call is inside the function and so creates a new value each time. */
function madeWithin(
  program: Program,
  { module, node }: Located<FunctionNode>,
  returned: Expression,
): CallExpression | undefined {
  const entity = traceExpression(program, module, returned);
  if (entity.kind !== 'expression' || entity.node.type !== 'CallExpression') return undefined;
  const { span } = entity.node;
  const isWithin = node.span.start <= span.start && span.end <= node.span.end;
  return entity.module.path === module.path && isWithin ? entity.node : undefined;
}

function returnsOf({ body }: FunctionNode): readonly Expression[] {
  if (!body) return [];
  if (!('stmts' in body)) return [unwrap(body)];
  return returnedIn(body.stmts).filter((value) => value !== undefined);
}

// Finds calls that create middleware: `middleware(...)`, its members `provide`, `event` and `answerHeaders`, and the functions
// of `framework/middleware` (docs/decisions/middleware.md).

export function middlewareMaker(
  program: Program,
  module: LoadedModule,
  call: CallExpression,
): string | undefined {
  const callee = calleeOf(call);
  if (!callee) return undefined;
  const called = traceExpression(program, module, callee);
  if (isOurs(called, MIDDLEWARE)) return MIDDLEWARE;
  if (called.kind === 'package' && called.specifier === READY_MADE) return MIDDLEWARE;
  const member = unwrap(callee);
  if (member.type !== 'MemberExpression') return undefined;
  const name = propertyName(member);
  if (name !== 'provide' && name !== 'event' && name !== 'answerHeaders') return undefined;
  const isMember = isOurs(traceExpression(program, module, member.object), MIDDLEWARE);
  return isMember ? `${MIDDLEWARE}.${name}` : undefined;
}

export const EVENT: string = `${MIDDLEWARE}.event`;

export const PROVIDE: string = `${MIDDLEWARE}.provide`;
