// The path is the first argument of a route, and a text (spec 4.1).
import { pathMissing, pathType } from '../../diagnostics/catalogue/path.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, RouteDeclaration } from '../../declarations/app-facts.js';
import { foundValue } from '../found-value.js';

export function checkPathText(facts: AppFacts): Diagnostic[] {
  return facts.routes.flatMap(checkRoute);
}

function checkRoute({ path, at }: RouteDeclaration): Diagnostic[] {
  if (path.kind === 'string' || path.kind === 'unknown') return [];
  if (path.kind === 'undefined') return [diagnose(pathMissing, {}, { at })];
  return [diagnose(pathType, { found: foundValue(path) }, { at: path.at })];
}
