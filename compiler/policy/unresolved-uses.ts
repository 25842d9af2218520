// What code that could not be resolved means for a policy: a warning, and wider needs of the service that it calls.
import { diagnose } from '../diagnostics/diagnose.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import {
  computedImport,
  computedOperation,
  entangledCode,
  foreignPackage,
  guessedReceiver,
  unreadLink,
} from './policy-catalogue.js';
import type { UnresolvedUse } from './sdk-use.js';
import { prefixOf } from './actions/needs-of-call.js';
import { callsOf } from './calls/calls-of-use.js';
import { EVERYTHING, type AskedNeed } from './document/merged-grants.js';

export function unresolvedProblem(unresolved: UnresolvedUse): Diagnostic {
  const place = { at: unresolved.at };
  switch (unresolved.kind) {
    case 'computed-operation':
      return diagnose(computedOperation, unresolved, place);
    case 'foreign-package':
      return diagnose(foreignPackage, unresolved, place);
    case 'computed-import':
      return diagnose(computedImport, unresolved, place);
    case 'unread-link':
      return diagnose(unreadLink, unresolved, place);
    case 'entangled':
      return diagnose(entangledCode, unresolved, place);
    case 'guessed-receiver':
      return diagnose(guessedReceiver, unresolved, place);
  }
}

/**
 * Removes the resources from the needs of a service with a computed operation, which may be any operation of the service.
 */
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
