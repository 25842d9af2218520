// Calls that make middleware: `middleware(...)`, its members `provide`, `event` and `answerHeaders`, and the functions of
// `framework/middleware` (docs/decisions/middleware.md).
import { MIDDLEWARE, READY_MADE } from '../kinds/middleware/middleware.js';
import { calleeOf, propertyName, unwrap } from '../syntax/expressions.js';
import type { CallExpression } from '../syntax/tree.js';
import { isOurs, traceExpression } from './entity.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';

/** The maker that a call calls, as the source writes it; undefined for any other call. */
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

/** The name of the function that makes middleware of functions. */
export const EVENT: string = `${MIDDLEWARE}.event`;

/** The name of the function that makes a provider. */
export const PROVIDE: string = `${MIDDLEWARE}.provide`;
