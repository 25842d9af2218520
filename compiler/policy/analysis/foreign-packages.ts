// Clients that are handed to packages which are not known: what they call, cannot be seen.
import { shortText } from '../../facts/unknown-value.js';
import type { Analysis } from './analysis.js';
import type { Node } from './flow.js';
import type { ObjectToken } from './token.js';

export function findForeignPackages(analysis: Analysis): void {
  for (const { package: name, call } of analysis.foreignCalls) {
    const client = [...call.args, ...(call.spread ? [call.spread] : [])]
      .map((node) => clientIn(node, []))
      .find((found) => found !== undefined);
    if (client === undefined) continue;
    const { module } = call.place;
    analysis.unresolved.push({
      kind: 'foreign-package',
      package: name,
      client: client === '' ? shortText(module, call.at) : client,
      at: module.record.source.spanOf(call.at),
    });
  }
}

/** The class of a client that a value is, or holds in one of its members. */
function clientIn(node: Node, around: readonly ObjectToken[]): string | undefined {
  for (const token of node.tokens) {
    if (token.kind === 'client') return token.name;
    const isHolder = token.kind === 'object' && (token.form === 'literal' || token.form === 'list');
    if (!isHolder || around.length > 2 || around.includes(token)) continue;
    for (const field of [...token.fields.values(), token.any]) {
      const client = clientIn(field, [...around, token]);
      if (client !== undefined) return client;
    }
  }
  return undefined;
}
