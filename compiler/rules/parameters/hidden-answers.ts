// An answer that JSON shows nothing of would reach the client as `{}`; at run time it is an unhandled error (spec 4.3).
import { hiddenAnswer, webResponse } from '../../diagnostics/catalogue/parameters.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, DeclarationTarget } from '../../declarations/app-facts.js';
import { isView, viewKey, viewName } from './view-identity.js';

export function checkHiddenAnswers({ routes }: AppFacts): Diagnostic[] {
  const views = new Map<string, DeclarationTarget>();
  for (const { target } of routes) {
    if (target.answer && isView(target)) views.set(viewKey(target), target);
  }
  return [...views.values()].flatMap(report);
}

function report(target: DeclarationTarget): Diagnostic[] {
  const { answer } = target;
  const view = viewName(target);
  switch (answer?.kind) {
    case 'generator':
      return [diagnose(hiddenAnswer, { view, found: 'generator' }, { at: target.at })];
    case 'instance':
      return [diagnose(hiddenAnswer, { view, found: answer.name }, { at: answer.at })];
    case 'response':
      return [diagnose(webResponse, { view, form: answer.form }, { at: answer.at })];
    case undefined:
      return [];
  }
}
