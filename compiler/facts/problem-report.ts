// Diagnostics of reading: sources that cannot be parsed or found, and views that cannot be followed.
import { diagnose } from '../diagnostics/diagnose.js';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import type {
  AppFacts,
  ReadProblem,
  UnimportedUse,
  UntrackedUse,
} from '../declarations/app-facts.js';
import type { ViewKind } from '../declarations/kind.js';
import { DECLARING_MEMBERS, EVENT_MEMBERS, VIEW_MEMBERS, viewKindOf } from '../kinds/registry.js';
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
        { ...problem, known: DECLARING_MEMBERS, sources: EVENT_MEMBERS },
        { at: problem.at, fix: routeFix(problem) },
      );
    case 'unreached-view':
      return diagnose(texts.unreachedView, { ...problem, ...wordsOf(problem) }, problem);
    case 'untracked-use':
      return diagnose(UNTRACKED[problem.use], { ...problem, ...wordsOf(problem) }, problem);
    case 'unimported-view':
      return diagnose(
        UNIMPORTED[problem.use],
        { ...problem, ...wordsOf(problem) },
        {
          at: problem.at,
          related: problem.related
            ? [{ message: 'This import is dropped.', at: problem.related }]
            : [],
        },
      );
  }
}

/** The member that the source calls, whatever the application is named there. */
const MEMBER = new RegExp(`(?<!\\w)(${VIEW_MEMBERS.join('|')})(?!\\w)`, 'u');

/** The noun for the declaration, as the source writes it, because people search for the word that they wrote. */
function wordsOf({ text }: { readonly text: string }): Pick<ViewKind, 'noun' | 'example'> {
  const kind = viewKindOf(MEMBER.exec(text)?.[1]) ?? viewKindOf('route');
  return { noun: kind?.noun ?? 'view', example: kind?.example ?? "app.route('/')" };
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head']);

/** The call `@app.post('/cities')` has method and path, so the correct call can be written in full. */
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
