// A project has exactly one application object.
import { noApp, secondApp } from '../../diagnostics/catalogue/app.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic, SourceSpan } from '../../diagnostics/diagnostic.js';
import type { AppFacts } from '../../declarations/app-facts.js';

export function checkAppCount(facts: AppFacts): Diagnostic[] {
  const [first, ...others] = facts.apps;
  if (!first) return reportNoApp(facts);
  return others.map(({ name, at }) =>
    diagnose(
      secondApp,
      { name },
      { at, related: [{ message: 'The first application object is made here.', at: first.at }] },
    ),
  );
}

/** A file that could not be read or found may be the one that makes the application. */
function reportNoApp({ entry, problems, mistakenApp: found }: AppFacts): Diagnostic[] {
  const at = found?.at ?? startOf(entry);
  return problems.length > 0 ? [] : [diagnose(noApp, { entry, found }, { at })];
}

function startOf(file: string): SourceSpan {
  return { file, start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };
}
