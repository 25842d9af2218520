// Reports answers that JSON.stringify would write as `{}`. At run time such an answer is an unhandled error (specification 4.3).
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, DeclarationTarget } from '../../declarations/app-facts.js';
import { isView, viewKey, viewName } from '../view/view.js';
import { hiddenAnswer, webResponse } from './parameter-catalogue.js';
import { routesOf } from './route.js';

export function checkHiddenAnswers(facts: AppFacts): readonly Diagnostic[] {
  const views = new Map<string, DeclarationTarget>();
  for (const { target } of routesOf(facts)) {
    if (target.answer && isView(target)) views.set(viewKey(target), target);
  }
  return [...views.values()].flatMap(report);
}

function report(target: DeclarationTarget): readonly Diagnostic[] {
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
