// Finds the provider that an expression refers to. A provider is identified by the call that creates it.
import type { ProviderRead } from '../declarations/app-facts.js';
import { unwrap } from '../syntax/expressions.js';
import type { Expression } from '../syntax/tree.js';
import { traceExpression } from './entity.js';
import { makingCalls, PROVIDE } from './made-middleware.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';

/** The call that creates the provider of an expression. */
export function providerAt(
  program: Program,
  module: LoadedModule,
  expression: Expression,
): Pick<ProviderRead, 'provider' | 'name'> | undefined {
  const node = unwrap(expression);
  if (node.type !== 'Identifier' && node.type !== 'MemberExpression') return undefined;
  const entity = traceExpression(program, module, node);
  if (entity.kind !== 'expression' || entity.node.type !== 'CallExpression') return undefined;
  const made = makingCalls(program, { module: entity.module, call: entity.node });
  if (made.length === 0 || made.some((one) => one.name !== PROVIDE)) return undefined;
  return {
    provider: entity.module.record.source.spanOf(entity.node.span),
    name: module.record.source.textOf(node.span),
  };
}
