// Reads a policy as grants: actions with their resources. A Deny, a condition or `NotAction` becomes a part of the action's
// name, so that a removed Deny is not shown as a removed permission.

import { type Mapping, mappingOf, oneOrMore, textsOf } from '../../../../compiler/json-values.js';

/** The resources of each action. Actions that differ only in letter case are one. */
export type Grants = ReadonlyMap<string, readonly string[]>;

/** The grants of a policy; none for a value that is not a policy. */
export function grantsOf(policy: unknown): Grants {
  const grants = new Map<string, readonly string[]>();
  for (const statement of oneOrMore(mappingOf(policy)['Statement']).map(mappingOf)) {
    const resources = resourcesOf(statement);
    for (const action of actionsOf(statement)) {
      const known = grants.get(action) ?? [];
      grants.set(action, [...new Set([...known, ...resources])].toSorted());
    }
  }
  return grants;
}

function actionsOf(statement: Mapping): readonly string[] {
  const actions = textsOf(statement['Action']);
  const others = textsOf(statement['NotAction']);
  const named = others.length > 0 ? [`everything but ${others.toSorted().join(', ')}`] : actions;
  const effect = statement['Effect'] === 'Deny' ? 'Deny ' : '';
  const condition = statement['Condition'];
  const end = condition === undefined ? '' : ` when ${JSON.stringify(condition)}`;
  return named.map((action) => `${effect}${action}${end}`);
}

function resourcesOf(statement: Mapping): readonly string[] {
  const others = textsOf(statement['NotResource']);
  if (others.length > 0) return [`everything but ${others.toSorted().join(', ')}`];
  return textsOf(statement['Resource']);
}
