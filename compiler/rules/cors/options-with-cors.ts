// CORS adds OPTIONS to a route, so the route must not list it (spec 4.5 rule 2).
import { optionsWithCors } from '../../diagnostics/catalogue/cors.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, RouteDeclaration } from '../../declarations/app-facts.js';
import { readCors } from '../../facts/route-options.js';
import { entryOf } from '../../values/static-value.js';
import { removeItem } from '../../values/literal-place.js';

export function checkOptionsWithCors(facts: AppFacts): Diagnostic[] {
  return facts.routes.flatMap(checkRoute);
}

function checkRoute({ options, path }: RouteDeclaration): Diagnostic[] {
  const cors = entryOf(options, 'cors');
  const methods = entryOf(options, 'methods')?.value;
  if (!cors || !readCors(cors.value) || methods?.kind !== 'list') return [];
  const index = methods.items.findIndex(
    (item) => item.kind === 'string' && item.value === 'OPTIONS',
  );
  const item = methods.items[index];
  if (!item) return [];
  return [
    diagnose(
      optionsWithCors,
      { path: path.kind === 'string' ? path.value : '' },
      {
        at: item.at,
        related: [{ message: 'CORS is configured here.', at: cors.value.at }],
        // A list of OPTIONS alone would become an empty one.
        fix: methods.items.length > 1 ? removeItem(methods, index) : undefined,
      },
    ),
  ];
}
