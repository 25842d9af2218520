// Values that must be known without running the program, and are not (design.md 4.13): each one at the very
// sub-expression, with what would be static in its place.
import * as texts from '../diagnostics/catalogue/static-values.js';
import { diagnose } from '../diagnostics/diagnose.js';
import type { Diagnostic, SourceSpan } from '../diagnostics/diagnostic.js';
import type { AppFacts, StaticValue, UnknownReason } from '../facts/facts.js';

export function checkStaticValues(facts: AppFacts): Diagnostic[] {
  return valuesOf(facts).flatMap(checkValue);
}

/** All but `app.debug`, which may be decided at run time. */
function valuesOf(facts: AppFacts): readonly (StaticValue | undefined)[] {
  return [
    ...facts.apps.flatMap((app) => app.arguments),
    ...facts.routes.flatMap((route) => [route.path, route.options]),
    ...facts.functions.map((declaration) => declaration.options),
    ...facts.authorizers.flatMap((declaration) => [declaration.name, declaration.options]),
    ...facts.changes
      .filter(({ kind, operation }) => kind === 'binaryTypes' && operation !== 'dynamic')
      .map(({ value }) => value),
  ];
}

function checkValue(value: StaticValue | undefined): Diagnostic[] {
  switch (value?.kind) {
    case 'unknown':
      return [report(value.reason, value.at)];
    case 'list':
      return value.items.flatMap(checkValue);
    case 'object':
      return value.entries.flatMap((entry) => checkValue(entry.value));
    case 'instance':
      return value.arguments.flatMap(checkValue);
    default:
      return [];
  }
}

function report(reason: UnknownReason, at: SourceSpan): Diagnostic {
  switch (reason.kind) {
    case 'call':
      return diagnose(texts.callResult, reason, { at });
    case 'reassigned':
      return diagnose(texts.reassignedVariable, reason, { at });
    case 'parameter':
      return diagnose(texts.parameterValue, reason, { at });
    case 'unresolved':
      return diagnose(texts.unresolvedName, reason, { at });
    case 'outside-project':
      return diagnose(texts.outsideProject, reason, { at });
    case 'environment':
      return diagnose(texts.environmentVariable, reason, { at });
    case 'missing-property':
      return diagnose(texts.missingProperty, reason, { at });
    case 'cycle':
      return diagnose(texts.constantCycle, reason, { at });
    case 'expression':
      return diagnose(texts.otherExpression, reason, { at });
  }
}
