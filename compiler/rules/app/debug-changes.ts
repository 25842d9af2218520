// `app.debug` as the manifest has it: a boolean assigned when the modules load (spec 2.1).
import { debugType, debugUnknown } from '../../diagnostics/catalogue/app.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppChange, AppFacts } from '../../declarations/app-facts.js';
import { foundValue } from '../found-value.js';

export function checkDebugChanges(facts: AppFacts): Diagnostic[] {
  return facts.changes.filter(({ kind }) => kind === 'debug').flatMap(checkChange);
}

function checkChange({ operation, value, isConditional, at }: AppChange): Diagnostic[] {
  if (operation !== 'assign' || isConditional || !value || value.kind === 'unknown') {
    return [diagnose(debugUnknown, {}, { at })];
  }
  if (value.kind === 'boolean') return [];
  return [diagnose(debugType, { found: foundValue(value) }, { at: value.at })];
}
