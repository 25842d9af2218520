// The values of constants, each evaluated once.
import { spanOf, unwrap } from '../syntax/expressions.js';
import type { Expression } from '../syntax/tree.js';
import type { StaticValue } from '../values/static-value.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';
import { shortText, unknownValue } from './environment.js';

/** The value of a name's initializer. It is computed once; it is unknown when it depends on itself. */
export function evaluateConstant(
  program: Program,
  module: LoadedModule,
  expression: Expression,
): StaticValue {
  const node = unwrap(expression);
  const known = program.values.get(node);
  if (known) return known;
  if (program.values.has(node)) {
    const name = shortText(module, spanOf(node));
    return unknownValue(module, spanOf(node), { kind: 'cycle', name });
  }
  program.values.set(node, undefined);
  const value = program.evaluate(program, module, node);
  program.values.set(node, value);
  return value;
}
