// An application without routes and functions is most likely one whose views are in a module that nothing imports.
import { nothingDeclared } from '../../diagnostics/catalogue/app.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts } from '../../declarations/app-facts.js';

export function checkNothingDeclared(facts: AppFacts): Diagnostic[] {
  const [app] = facts.apps;
  if (!app || facts.problems.length > 0) return [];
  if (facts.routes.length > 0 || facts.functions.length > 0) return [];
  return [diagnose(nothingDeclared, { name: app.name }, { at: app.at })];
}
