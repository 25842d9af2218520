// `authorizer` is an authorizer object (spec 2.5).
import { authorizerType } from '../../diagnostics/catalogue/authorizers.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import { foundValue } from '../found-value.js';

export function checkAuthorizerValues(facts: AppFacts): Diagnostic[] {
  return facts.routes.flatMap(({ options }) => {
    const authorizer = entryOf(options, 'authorizer')?.value;
    return authorizer ? checkValue(authorizer) : [];
  });
}

function checkValue(value: StaticValue): Diagnostic[] {
  if (value.kind === 'unknown') return [];
  if (value.kind === 'instance' && value.name !== 'CORSConfig') return [];
  return [diagnose(authorizerType, { found: foundValue(value) }, { at: value.at })];
}
