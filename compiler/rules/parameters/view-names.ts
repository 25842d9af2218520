// View names are unique among the views that share a path (spec 4.1, same-path rule 1).
import { equalViewNames } from '../../diagnostics/catalogue/parameters.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, RouteDeclaration } from '../../declarations/app-facts.js';
import { routesByPath, validPath } from '../path/valid-path.js';
import { isView, viewKey } from './view-identity.js';

export function checkViewNames(facts: AppFacts): Diagnostic[] {
  return [...routesByPath(facts).values()].flatMap(checkPath);
}

function checkPath(routes: readonly RouteDeclaration[]): Diagnostic[] {
  const firsts = new Map<string, RouteDeclaration>();
  const found: Diagnostic[] = [];
  for (const route of routes) {
    const name = route.target.name;
    if (!name || !isView(route.target)) continue;
    const first = firsts.get(name.value);
    if (!first) firsts.set(name.value, route);
    else if (viewKey(first.target) !== viewKey(route.target)) found.push(report(route, first));
  }
  return found;
}

function report(route: RouteDeclaration, first: RouteDeclaration): Diagnostic {
  const view = route.target.name?.value ?? '';
  const path = validPath(route)?.value ?? '';
  return diagnose(
    equalViewNames,
    { view, path },
    {
      at: route.target.name?.at,
      related: [
        { message: 'The first view of that name is here.', at: first.target.name?.at ?? first.at },
      ],
    },
  );
}
