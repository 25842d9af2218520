// Parameters of a view are plain and take a text, because captures arrive as texts under the parameter's name
// (spec 4.1, path rule 3).
import * as texts from '../../diagnostics/catalogue/parameters.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, RouteDeclaration, ViewParameter } from '../../declarations/app-facts.js';
import { routeCaptures } from '../../facts/route-path.js';
import { validPath } from '../path/valid-path.js';
import { refusesText } from './parameter-type.js';
import { isView, viewName } from './view-identity.js';

export function checkParameterForms(facts: AppFacts): Diagnostic[] {
  return facts.routes.filter(({ target }) => isView(target)).flatMap(checkRoute);
}

function checkRoute(route: RouteDeclaration): Diagnostic[] {
  const path = validPath(route);
  const captures = new Set(path ? routeCaptures(path.value) : []);
  const view = viewName(route.target);
  return route.target.parameters.flatMap((parameter) => {
    if (parameter.form === 'rest') return [diagnose(texts.restParameter, { view }, parameter)];
    if (parameter.form === 'destructured') {
      return [diagnose(texts.destructuredParameter, { view }, parameter)];
    }
    return captures.has(parameter.name ?? '') ? checkType(parameter, view) : [];
  });
}

function checkType({ name = '', type, at }: ViewParameter, view: string): Diagnostic[] {
  if (type === undefined || !refusesText(type)) return [];
  return [diagnose(texts.parameterType, { parameter: name, view, type }, { at })];
}
