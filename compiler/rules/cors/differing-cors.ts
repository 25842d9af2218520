// When one view of a path has CORS, all have it, configured alike (spec 4.1, same-path rule 3).
import type { CorsEntry } from '../../../runtime/contract/manifest.js';
import { differingCors } from '../../diagnostics/catalogue/cors.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, RouteDeclaration } from '../../declarations/app-facts.js';
import { readCors, readMethods } from '../../facts/route-options.js';
import { entryOf } from '../../values/static-value.js';
import { viewName } from '../parameters/view-identity.js';
import { routesByPath } from '../path/valid-path.js';
import { isSoundCors } from './cors-value.js';

type CorsPlace = { readonly route: RouteDeclaration; readonly cors: CorsEntry | false };

export function checkDifferingCors(facts: AppFacts): Diagnostic[] {
  return [...routesByPath(facts).values()].flatMap(checkPath);
}

function checkPath(routes: readonly RouteDeclaration[]): Diagnostic[] {
  const places = routes.flatMap(readPlace);
  const model = places.find(({ cors }) => cors !== false);
  if (!model) return [];
  return places
    .filter(({ cors }) => textOf(cors) !== textOf(model.cors))
    .map((place) => report(place, model));
}

/** Nothing for a route whose `cors` is itself a mistake. */
function readPlace(route: RouteDeclaration): CorsPlace[] {
  const value = entryOf(route.options, 'cors')?.value;
  const cors = isSoundCors(value) ? readCors(value) : undefined;
  return cors === undefined ? [] : [{ route, cors }];
}

/** Equal for equal configurations, whatever order their lists have. */
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

function report({ route, cors }: CorsPlace, model: CorsPlace): Diagnostic {
  const at = entryOf(route.options, 'cors')?.value.at ?? route.path.at;
  const related = entryOf(model.route.options, 'cors')?.value.at ?? model.route.path.at;
  return diagnose(
    differingCors,
    {
      path: route.path.kind === 'string' ? route.path.value : '',
      view: viewName(route.target),
      other: viewName(model.route.target),
      isMissing: cors === false,
      answersOptions:
        readMethods(entryOf(route.options, 'methods')?.value)?.includes('OPTIONS') ?? false,
    },
    {
      at,
      related: [{ message: `The CORS of ${viewName(model.route.target)} is here.`, at: related }],
    },
  );
}
