// `providerArns` is a list of ARNs of user pools, at least one (spec 2.5).
import { providerArn, providerArns } from '../../diagnostics/catalogue/authorizers.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import { foundValue } from '../found-value.js';

const USER_POOL_ARN = /^arn:aws[a-z-]*:cognito-idp:[a-z0-9-]+:\d{12}:userpool\/[\w-]+$/;

export function checkProviderArns(subject: string, options: StaticValue): Diagnostic[] {
  const list = entryOf(options, 'providerArns')?.value;
  if (list?.kind === 'unknown') return [];
  if (!list) return [diagnose(providerArns, { subject, found: undefined }, options)];
  if (list.kind !== 'list' || list.items.length === 0) {
    return [diagnose(providerArns, { subject, found: foundValue(list) }, list)];
  }
  return list.items.flatMap((item) => checkItem(item, subject));
}

function checkItem(item: StaticValue, subject: string): Diagnostic[] {
  if (item.kind === 'unknown') return [];
  if (item.kind !== 'string') {
    const found = `a list with ${foundValue(item)}`;
    return [diagnose(providerArns, { subject, found }, item)];
  }
  return USER_POOL_ARN.test(item.value) ? [] : [diagnose(providerArn, { arn: item.value }, item)];
}
