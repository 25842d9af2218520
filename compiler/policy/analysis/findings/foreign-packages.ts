// Clients that the application hands to unknown packages, whose calls cannot be seen.
import { shortText } from '../../../facts/unknown-value.js';
import type { Analysis } from '../analysis.js';
import type { Node } from '../values/value-graph.js';
import type { ObjectToken } from '../values/token.js';

export function findForeignPackages(analysis: Analysis): void {
  const held: Held = [];
  for (const { package: name, call } of analysis.foreignCalls) {
    const client = [...call.args, ...(call.spread ? [call.spread] : [])]
      .map((node) => clientIn(node, held))
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

/** The greatest depth of members at which a client is found. */
const DEEPEST = 3;

/** The clients that objects hold, for each depth: many calls are given the same objects. */
type Held = Map<ObjectToken, string | undefined>[];

/** The class of a client that a value is, or holds in one of its members. */
function clientIn(node: Node, held: Held, depth = 0): string | undefined {
  for (const token of node.tokens) {
    if (token.kind === 'client') return token.name;
    const isHolder = token.kind === 'object' && (token.form === 'literal' || token.form === 'list');
    const client = isHolder && depth < DEEPEST ? clientOf(token, held, depth) : undefined;
    if (client !== undefined) return client;
  }
  return undefined;
}

function clientOf(object: ObjectToken, held: Held, depth: number): string | undefined {
  const known = (held[depth] ??= new Map<ObjectToken, string | undefined>());
  if (known.has(object)) return known.get(object);
  known.set(object, undefined);
  for (const field of [...object.fields.values(), object.any]) {
    const client = clientIn(field, held, depth + 1);
    if (client === undefined) continue;
    known.set(object, client);
    return client;
  }
  return undefined;
}
