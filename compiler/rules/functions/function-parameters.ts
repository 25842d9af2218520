// A function is called with an event and a context (spec 2.1).
import { functionParameters } from '../../diagnostics/catalogue/functions.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, FunctionDeclaration } from '../../declarations/app-facts.js';
import { functionName } from '../../facts/function-name.js';

export function checkFunctionParameters(facts: AppFacts): Diagnostic[] {
  return facts.functions.flatMap(checkFunction);
}

/** What may be left out or takes the rest is no demand. */
function checkFunction(declaration: FunctionDeclaration): Diagnostic[] {
  const { parameters } = declaration.target;
  const third = parameters[2];
  if (!third || third.form === 'optional' || third.form === 'rest') return [];
  const name = functionName(declaration)?.value ?? 'function';
  return [diagnose(functionParameters, { name, count: parameters.length }, { at: third.at })];
}
