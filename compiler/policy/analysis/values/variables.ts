// The nodes that can be written to: the variables of the code, and the exports of a CommonJS module.
import type { LoadedModule } from '../../../facts/module-graph.js';
import type { Binding } from '../../../facts/module-record.js';
import type { Identifier } from '../../../syntax/tree.js';
import { constant } from '../analysis.js';
import { type Analysis, type Node, UNREAD } from '../model.js';
import { connect, createNode } from './value-graph.js';
import { createObject } from './object.js';

export function bindingNode({ bindings }: Analysis, binding: Binding): Node {
  let node = bindings.get(binding);
  if (!node) bindings.set(binding, (node = createNode()));
  return node;
}

/** Returns the node that an assignment or declaration of a name writes to. */
export function variableNode(
  analysis: Analysis,
  module: LoadedModule,
  name: Identifier,
): Node | undefined {
  const binding = module.record.names.find(name);
  return binding && binding.kind !== 'import' ? bindingNode(analysis, binding) : undefined;
}

/** Returns the value of `module.exports` in a CommonJS module. */
export function commonExports(analysis: Analysis, module: LoadedModule): Node {
  if (analysis.unread.has(module.path)) return constant(analysis, UNREAD);
  let node = analysis.commons.get(module);
  if (!node) {
    analysis.commons.set(module, (node = createNode()));
    connect(analysis.queue, constant(analysis, createObject('other')), node);
  }
  return node;
}
