// Names of functions are unique, fit for the cloud, and none is that of the function that serves the routes
// (design.md 4.14).
import * as texts from '../../diagnostics/catalogue/functions.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import type { Spanned } from '../../values/static-value.js';
import { functionName } from '../../facts/function-name.js';
import { isView } from '../parameters/view-identity.js';

/** The key of the function that serves the routes in the `lambda_functions` configuration. */
const API_FUNCTION = 'api_handler';
const NAME = /^[A-Za-z0-9_-]+$/;

export function checkFunctionNames(facts: AppFacts): Diagnostic[] {
  const firsts = new Map<string, Spanned<string>>();
  return facts.functions.flatMap((declaration) => {
    const name = functionName(declaration);
    if (!name || !isView(declaration.target)) return [];
    const key = `${declaration.app} ${name.value}`;
    const first = firsts.get(key);
    if (!first) firsts.set(key, name);
    return checkName(name, first);
  });
}

function checkName(name: Spanned<string>, first: Spanned<string> | undefined): Diagnostic[] {
  const data = { name: name.value };
  if (!NAME.test(name.value)) return [diagnose(texts.functionNameCharacters, data, name)];
  if (name.value === API_FUNCTION) return [diagnose(texts.reservedFunctionName, data, name)];
  if (!first) return [];
  const related = [{ message: 'The first function of that name is here.', at: first.at }];
  return [diagnose(texts.duplicateFunction, data, { at: name.at, related })];
}
