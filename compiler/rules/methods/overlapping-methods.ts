// The method lists of views that share a path do not overlap (spec 4.1, same-path rule 2).
import type { HttpMethod } from '../../../runtime/contract/methods.js';
import { overlappingMethods } from '../../diagnostics/catalogue/methods.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic, SourceSpan } from '../../diagnostics/diagnostic.js';
import type { AppFacts, RouteDeclaration } from '../../declarations/app-facts.js';
import { readMethods } from '../../facts/route-options.js';
import { entryOf } from '../../values/static-value.js';
import { viewName } from '../parameters/view-identity.js';
import { routesByPath } from '../path/valid-path.js';

/** One method of one route. */
type MethodPlace = {
  readonly method: HttpMethod;
  readonly route: RouteDeclaration;
  readonly at: SourceSpan;
};

export function checkOverlappingMethods(facts: AppFacts): Diagnostic[] {
  return [...routesByPath(facts).values()].flatMap(checkPath);
}

function checkPath(routes: readonly RouteDeclaration[]): Diagnostic[] {
  const firsts = new Map<HttpMethod, MethodPlace>();
  const found: Diagnostic[] = [];
  for (const place of routes.flatMap(methodPlaces)) {
    const first = firsts.get(place.method);
    if (!first) firsts.set(place.method, place);
    else if (first.route !== place.route) found.push(report(place, first));
  }
  return found;
}

/** The path stands for the default method, which is written nowhere. */
function methodPlaces(route: RouteDeclaration): MethodPlace[] {
  const list = entryOf(route.options, 'methods')?.value;
  const items = list?.kind === 'list' ? list.items : [];
  return (readMethods(list) ?? []).map((method, index) => ({
    method,
    route,
    at: items[index]?.at ?? route.path.at,
  }));
}

function report({ method, route, at }: MethodPlace, first: MethodPlace): Diagnostic {
  const path = route.path.kind === 'string' ? route.path.value : '';
  return diagnose(
    overlappingMethods,
    { method, path, view: viewName(route.target), other: viewName(first.route.target) },
    { at, related: [{ message: `${method} is declared here first.`, at: first.at }] },
  );
}
