// Plans the changes of rules.
import { canonicalJson } from '../../../../compiler/json-values.js';
import { isOurs, ownTagOf } from '../../stage/own-tag.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import type { Planning } from '../../stage/resource-type.js';
import {
  type DesiredRule,
  digestOf,
  isSameRule,
  type ObservedRule,
  type RuleChange,
  type RulePart,
} from './rule-state.js';

/** In the order of the manifest, with deletions last. */
export function planRules({ desired, observed }: Planning): readonly RuleChange[] {
  return [
    ...desired.rules.map((rule) => planRule(rule, observed.rules)),
    ...observed.rules
      .filter((rule) => !desired.rules.some((one) => isSameRule(one, rule)))
      .filter(({ tags }) => tags === undefined || isOurs({ tags }, desired))
      .map(({ name, bus }) => ({ action: 'delete' as const, rule: { name, bus } })),
  ];
}

function planRule(rule: DesiredRule, found: readonly ObservedRule[]): RuleChange {
  const observed = found.find((one) => isSameRule(one, rule));
  if (!observed) return { action: 'create', rule };
  const fields = fieldsOf(rule, observed);
  const isTarget = observed.target === digestOf(rule);
  const hasTag = observed.tags === undefined || ownTagOf(observed.tags) === ownTagOf(rule.tags);
  const parts: readonly RulePart[] = [
    ...(fields.length > 0 ? (['rule'] as const) : []),
    ...(isTarget ? [] : (['target'] as const)),
    ...(hasTag ? [] : (['tags'] as const)),
  ];
  return { action: parts.length > 0 ? 'update' : 'unchanged', rule, observed, parts, fields };
}

function fieldsOf(rule: DesiredRule, observed: ObservedRule): readonly FieldChange[] {
  const rows: readonly FieldChange[] = [
    { field: 'schedule', from: observed.expression, to: rule.expression },
    { field: 'pattern', from: observed.pattern, to: rule.pattern },
    { field: 'description', from: observed.description, to: rule.description },
    { field: 'enabled', from: String(observed.isEnabled), to: String(rule.isEnabled) },
  ];
  return rows.filter(({ field, from, to }) =>
    field === 'pattern'
      ? canonicalJson(from ?? '') !== canonicalJson(to ?? '')
      : (from ?? '') !== (to ?? ''),
  );
}
