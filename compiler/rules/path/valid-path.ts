// The paths that later rules may rely on: rules about captures and shared paths say nothing of a path that is itself
// a mistake.
import { parseRoutePath } from '../../facts/route-path.js';
import type { AppFacts, RouteDeclaration } from '../../declarations/app-facts.js';
import type { StaticValue } from '../../values/static-value.js';

/** A path as it is written. */
export type PathText = Extract<StaticValue, { readonly kind: 'string' }>;

/** The path of a route; undefined when it is not a valid one. */
export function validPath({ path }: RouteDeclaration): PathText | undefined {
  return path.kind === 'string' && parseRoutePath(path.value).problems.length === 0
    ? path
    : undefined;
}

const GROUPS = new WeakMap<AppFacts, ReadonlyMap<string, readonly RouteDeclaration[]>>();

/**
 * The routes that share an application and a valid path, in the order they are declared; at least one each. Grouped once
 * although several rules ask.
 */
export function routesByPath(facts: AppFacts): ReadonlyMap<string, readonly RouteDeclaration[]> {
  const known = GROUPS.get(facts);
  if (known) return known;
  const groups = groupRoutes(facts);
  GROUPS.set(facts, groups);
  return groups;
}

function groupRoutes(facts: AppFacts): ReadonlyMap<string, readonly RouteDeclaration[]> {
  const groups = new Map<string, RouteDeclaration[]>();
  for (const route of facts.routes) {
    const path = validPath(route);
    if (!path) continue;
    const key = `${route.app} ${path.value}`;
    const group = groups.get(key);
    if (group) group.push(route);
    else groups.set(key, [route]);
  }
  return groups;
}
