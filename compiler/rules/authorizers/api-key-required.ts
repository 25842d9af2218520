// `apiKeyRequired` is true or false (spec 4.1).
import { apiKeyRequiredType } from '../../diagnostics/catalogue/authorizers.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { entryOf } from '../../values/static-value.js';
import { foundValue } from '../found-value.js';

export function checkApiKeyRequired(facts: AppFacts): Diagnostic[] {
  return facts.routes.flatMap(({ options }) => {
    const value = entryOf(options, 'apiKeyRequired')?.value;
    if (!value || value.kind === 'boolean' || value.kind === 'unknown') return [];
    return [diagnose(apiKeyRequiredType, { found: foundValue(value) }, { at: value.at })];
  });
}
