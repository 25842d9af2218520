// Problems of reading become diagnostics: what cannot be parsed or found, and views that cannot be followed.
import { diagnose } from '../diagnostics/diagnose.js';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import type {
  AppFacts,
  ReadProblem,
  UnimportedUse,
  UntrackedUse,
} from '../declarations/app-facts.js';
import { DECLARING_MEMBERS } from '../kinds/registry.js';
import * as texts from './problem-catalogue.js';

export function checkReadProblems(facts: AppFacts): Diagnostic[] {
  return facts.problems.map(reportProblem);
}

function reportProblem(problem: ReadProblem): Diagnostic {
  switch (problem.kind) {
    case 'missing-entry':
      return diagnose(texts.missingEntry, problem, { at: undefined });
    case 'unreadable':
      return diagnose(texts.unreadableFile, problem, { at: undefined });
    case 'syntax':
      return diagnose(texts.syntaxError, problem, problem);
    case 'missing-module':
      return diagnose(texts.missingModule, problem, problem);
    case 'app-before-initialisation':
      return diagnose(texts.appBeforeInitialisation, problem, problem);
    case 'unknown-member':
      return diagnose(
        texts.unknownMember,
        { ...problem, known: DECLARING_MEMBERS },
        { at: problem.at, fix: routeFix(problem) },
      );
    case 'unreached-view':
      return diagnose(texts.unreachedView, problem, problem);
    case 'untracked-use':
      return diagnose(UNTRACKED[problem.use], problem, problem);
    case 'unimported-view':
      return diagnose(UNIMPORTED[problem.use], problem, {
        at: problem.at,
        related: problem.related
          ? [{ message: 'This import is dropped.', at: problem.related }]
          : [],
      });
  }
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head']);

/** `@app.post('/cities')` has all it takes for a correction. */
function routeFix({
  name,
  isDecorator,
  argument,
  at,
}: ReadProblem & { readonly kind: 'unknown-member' }): Fix | undefined {
  if (!isDecorator || !argument || !METHODS.has(name)) return undefined;
  const { file, start, end } = at;
  const method = { file, start: argument.end, end: argument.end };
  const options = `, { methods: ['${name.toUpperCase()}'] }`;
  return {
    title: 'Write `route`',
    edits: [
      { file, start, end, text: 'route' },
      ...(name === 'get' ? [] : [{ ...method, text: options }]),
    ],
  };
}

const UNTRACKED: Record<Exclude<UntrackedUse, UnimportedUse>, typeof texts.routeNotCalled> = {
  'not-called': texts.routeNotCalled,
  'not-applied': texts.routeNotApplied,
  'unknown-app': texts.unknownApp,
};

const UNIMPORTED: Record<UnimportedUse, typeof texts.lazyModule> = {
  'lazy-module': texts.lazyModule,
  'dropped-import': texts.droppedImport,
};
