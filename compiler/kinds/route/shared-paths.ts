// Checks routes that share a path, and options that must agree (specification 4.1, 4.5).
import { mediaTypeOf } from '../../../runtime/contract/media-types.js';
import type { CorsEntry } from '../../../runtime/contract/manifest.js';
import type { HttpMethod } from '../../../runtime/contract/http.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { type Diagnostic, type SourceSpan, diagnose } from '../../diagnostics/diagnostic.js';
import { valueFor } from '../../groups.js';
import { textsOf } from '../../values/decoded.js';
import { entryOf, isSamePlace, removeItem } from '../../values/static-value.js';
import { readBinaryTypes, isMediaType } from '../app/app.js';
import { differingCors, optionsWithCors } from '../cors/catalogue.js';
import { isView, viewKey, viewName } from '../view/view.js';
import { mixedContentTypes, overlappingMethods } from './catalogue.js';
import { equalViewNames } from './parameter-catalogue.js';
import { routesByPath, routesOf, type Route } from './route.js';

export function checkSharedPaths(facts: AppFacts): readonly Diagnostic[] {
  return [...routesByPath(facts).values()].flatMap((routes) => [
    ...checkMethods(routes),
    ...checkViewNames(routes),
    ...checkCors(routes),
  ]);
}

type MethodPlace = {
  readonly method: HttpMethod;
  readonly route: Route;
  readonly at: SourceSpan;
};

/** Reports methods that several views with the same path accept: their method lists must not overlap (same-path rule 2). */
function checkMethods(routes: readonly Route[]): readonly Diagnostic[] {
  const firsts = new Map<HttpMethod, MethodPlace>();
  return routes.flatMap(methodPlaces).flatMap((location) => {
    const { method, route, at } = location;
    const first = valueFor(firsts, method, () => location);
    // A blueprint that is registered twice is reported by another rule.
    if (isSamePlace(first.route.at, route.at)) return [];
    const data = { method, path: pathText(route), ...namesOf(route, first.route) };
    const related = [{ message: `${method} is declared here first.`, at: first.at }];
    return [diagnose(overlappingMethods, data, { at, related })];
  });
}

/** Returns the methods of a route, each with its location: the item of the list, or the path if the method is the default. */
function methodPlaces(route: Route): readonly MethodPlace[] {
  const list = entryOf(route.options, 'methods')?.value;
  const items = list?.kind === 'list' ? list.items : [];
  return (route.decoded.parts.methods.value ?? []).map((method, index) => ({
    method,
    route,
    at: items[index]?.at ?? route.path.at,
  }));
}

function pathText({ path }: Route): string {
  return path.kind === 'string' ? path.value : '';
}

function namesOf(route: Route, other: Route): { readonly view: string; readonly other: string } {
  return { view: viewName(route.target), other: viewName(other.target) };
}

/** Reports view names that are not unique among the views of a path (same-path rule 1). */
function checkViewNames(routes: readonly Route[]): readonly Diagnostic[] {
  const firsts = new Map<string, Route>();
  return routes.flatMap((route) => {
    const { name } = route.target;
    if (!name || !isView(route.target)) return [];
    const first = valueFor(firsts, name.value, () => route);
    if (viewKey(first.target) === viewKey(route.target)) return [];
    const at = first.target.name?.at ?? first.at;
    const related = [{ message: 'The first view with that name is here.', at }];
    const data = { view: name.value, path: pathText(route) };
    return [diagnose(equalViewNames, data, { at: name.at, related })];
  });
}

type CorsPlace = { readonly route: Route; readonly cors: CorsEntry | false };

/** If one view of a path has CORS, all its views must have the same configuration (same-path rule 3). */
function checkCors(routes: readonly Route[]): readonly Diagnostic[] {
  const places = routes.flatMap(corsPlace);
  const model = places.find(({ cors }) => cors !== false);
  if (!model) return [];
  return places
    .filter(({ cors }) => textOf(cors) !== textOf(model.cors))
    .map((location) => reportCors(location, model));
}

/** Returns the CORS setting of a route; empty if it is invalid. */
function corsPlace(route: Route): readonly CorsPlace[] {
  const { value: cors, findings } = route.decoded.parts.cors;
  const isSound = findings.every(({ severity }) => severity === 'warning');
  return cors === undefined || !isSound ? [] : [{ route, cors }];
}

/** Returns a key that is the same for equal configurations, whatever the order of their lists. */
function textOf(cors: CorsEntry | false): string {
  if (cors === false) return 'none';
  return JSON.stringify([
    cors.allowOrigin,
    cors.allowHeaders?.toSorted(),
    cors.exposeHeaders?.toSorted(),
    cors.maxAge,
    cors.allowCredentials ?? false,
  ]);
}

function reportCors({ route, cors }: CorsPlace, { route: model }: CorsPlace): Diagnostic {
  const names = namesOf(route, model);
  const data = {
    path: pathText(route),
    ...names,
    isMissing: cors === false,
    answersOptions: route.decoded.parts.methods.value?.includes('OPTIONS') ?? false,
  };
  const locationOf = ({ options, path }: Route): SourceSpan =>
    entryOf(options, 'cors')?.value.at ?? path.at;
  const related = [{ message: `The CORS of ${names.other} is here.`, at: locationOf(model) }];
  return diagnose(differingCors, data, { at: locationOf(route), related });
}

/** Reports OPTIONS on a route with CORS, because CORS itself adds this method (specification 4.5 rule 2). */
export function checkOptionsMethods(facts: AppFacts): readonly Diagnostic[] {
  return routesOf(facts).flatMap((route) => {
    const cors = entryOf(route.options, 'cors');
    const methods = entryOf(route.options, 'methods')?.value;
    if (!cors || !route.decoded.parts.cors.value || methods?.kind !== 'list') return [];
    const isOptions = (item: (typeof methods.items)[number]): boolean =>
      item.kind === 'string' && item.value === 'OPTIONS';
    const index = methods.items.findIndex(isOptions);
    const item = methods.items[index];
    if (!item) return [];
    const related = [{ message: 'CORS is configured here.', at: cors.value.at }];
    // If OPTIONS is the only method, removing it would leave an empty list, so there is no fix.
    const fix = methods.items.length > 1 ? removeItem(methods, index) : undefined;
    return [diagnose(optionsWithCors, { path: pathText(route) }, { at: item.at, related, fix })];
  });
}

/** Reports content types that are neither all binary nor all non-binary, according to the application's binary types. */
export function checkMixedContentTypes(facts: AppFacts): readonly Diagnostic[] {
  const byApp = facts.apps.map((_, app) => {
    const binaryTypes = readBinaryTypes(facts, app);
    return binaryTypes && new Set(binaryTypes);
  });
  return routesOf(facts).flatMap(({ app, options }) => {
    const binaryTypes = byApp[app];
    const list = entryOf(options, 'contentTypes')?.value;
    // The types as they are written in the source, for the message.
    const contentTypes = textsOf(list);
    if (!binaryTypes || !list || !contentTypes?.every(isMediaType)) return [];
    const isBinary = (type: string): boolean => binaryTypes.has(mediaTypeOf(type));
    const binary = contentTypes.filter(isBinary);
    const text = contentTypes.filter((type) => !isBinary(type));
    if (binary.length === 0 || text.length === 0) return [];
    return [diagnose(mixedContentTypes, { binary, text }, { at: list.at })];
  });
}
