// `app.api.binaryTypes` as the program leaves it: rules and the manifest must know it (spec 2.1, 4.4).
import { conditionalChange, untraceableChange } from '../../diagnostics/catalogue/app.js';
import { binaryTypesType } from '../../diagnostics/catalogue/content-types.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppChange, AppFacts } from '../../declarations/app-facts.js';
import { checkMediaTypes } from '../content-types/media-type-items.js';
import { foundValue } from '../found-value.js';

export function checkBinaryTypeChanges(facts: AppFacts): Diagnostic[] {
  return facts.changes
    .filter(({ kind }) => kind === 'binaryTypes')
    .flatMap((change) =>
      checkChange(change, `${facts.apps[change.app]?.name ?? 'app'}.api.binaryTypes`),
    );
}

function checkChange(
  { operation, value, isConditional, at }: AppChange,
  subject: string,
): Diagnostic[] {
  if (operation === 'dynamic' || !value) return [diagnose(untraceableChange, { subject }, { at })];
  if (isConditional) return [diagnose(conditionalChange, { subject }, { at })];
  if (value.kind === 'unknown') return [];
  if (value.kind !== 'list') {
    return [diagnose(binaryTypesType, { found: foundValue(value) }, { at: value.at })];
  }
  return checkMediaTypes(value.items, 'api.binaryTypes');
}
