// Views exist from the moment that the modules have loaded: a declaration that runs later, or perhaps never, is not one
// that the manifest can promise (design.md 2).
import { conditionalView } from '../../diagnostics/catalogue/app.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, RouteDeclaration } from '../../declarations/app-facts.js';
import { viewName } from '../parameters/view-identity.js';

export function checkConditionalViews({ routes, functions }: AppFacts): Diagnostic[] {
  return [...routes.filter(hasKnownPath), ...functions]
    .filter(({ isConditional }) => isConditional)
    .map(({ target, at }) => diagnose(conditionalView, { text: viewName(target) }, { at }));
}

/** A path that is made of a function's parameter is the same mistake, and says more. */
function hasKnownPath({ path }: RouteDeclaration): boolean {
  return path.kind !== 'unknown';
}
