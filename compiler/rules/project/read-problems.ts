// Problems of reading become diagnostics: what cannot be parsed or found, and views that cannot be followed.
import * as app from '../../diagnostics/catalogue/app.js';
import * as project from '../../diagnostics/catalogue/project.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, ReadProblem, UntrackedUse } from '../../facts/facts.js';

export function checkReadProblems(facts: AppFacts): Diagnostic[] {
  return facts.problems.map(reportProblem);
}

function reportProblem(problem: ReadProblem): Diagnostic {
  switch (problem.kind) {
    case 'missing-entry':
      return diagnose(project.missingEntry, problem, { at: undefined });
    case 'unreadable':
      return diagnose(project.unreadableFile, problem, { at: undefined });
    case 'syntax':
      return diagnose(project.syntaxError, problem, problem);
    case 'missing-module':
      return diagnose(project.missingModule, problem, problem);
    case 'app-before-initialisation':
      return diagnose(project.appBeforeInitialisation, problem, problem);
    case 'unreached-view':
      return diagnose(app.unreachedView, problem, problem);
    case 'untracked-use':
      return diagnose(UNTRACKED[problem.use], problem, {
        at: problem.at,
        related: problem.related
          ? [{ message: 'This import is dropped.', at: problem.related }]
          : [],
      });
  }
}

const UNTRACKED: Record<UntrackedUse, typeof app.routeNotCalled> = {
  'not-called': app.routeNotCalled,
  'not-applied': app.routeNotApplied,
  'unknown-app': app.unknownApp,
  'lazy-module': app.lazyModule,
  'dropped-import': app.droppedImport,
};
