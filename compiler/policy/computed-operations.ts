// Calls with a computed operation. Each of them may be any operation of its service, so no action of that service is
// narrowed to resources.
import { prefixOf } from './actions/needs-of-call.js';
import { callsOf } from './calls/calls-of-use.js';
import { EVERYTHING, type AskedNeed } from './document/merged-grants.js';
import type { UnresolvedUse } from './sdk-use.js';

/** Removes the resources from the needs of a service with a computed operation. */
export function widenComputed(
  asked: readonly AskedNeed[],
  unresolved: readonly UnresolvedUse[],
): readonly AskedNeed[] {
  const prefixes = new Set(unresolved.flatMap(prefixesOf));
  return asked.map((item) =>
    prefixes.has(item.need.action.split(':')[0] ?? '')
      ? { ...item, need: { ...item.need, resources: EVERYTHING } }
      : item,
  );
}

function prefixesOf(unresolved: UnresolvedUse): readonly string[] {
  if (unresolved.kind !== 'computed-operation') return [];
  const { package: packageName, at } = unresolved;
  const kind = packageName.startsWith('aws-sdk/') ? 'v2' : 'method';
  const use = { kind, package: packageName, name: 'Any', inputs: [], at, file: at.file } as const;
  const calls = callsOf(use, { kind: 'unknown' }) ?? [];
  return calls.map(({ client }) => prefixOf(client) ?? client);
}
