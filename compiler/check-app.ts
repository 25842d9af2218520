// Applies the rules of every kind of declaration to the facts of an application.
import type { AppFacts } from './declarations/app-facts.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { sortDiagnostics } from './diagnostics/diagnostic-order.js';
import { checkReadProblems } from './facts/problem-report.js';
import { RULES } from './kinds/registry.js';

/** Every problem of an application, sorted. An empty list, or one of warnings alone, means that it can be built. */
export function checkApp(facts: AppFacts): Diagnostic[] {
  return sortDiagnostics([...checkReadProblems(facts), ...RULES.flatMap((rule) => rule(facts))]);
}
