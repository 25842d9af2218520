// Whether two resource policies say the same. API Gateway writes resources out, and lists of one as the one.
import { isMapping } from '../../../../compiler/json-values.js';
import { compareTexts } from '../../../../compiler/text-order.js';

export function isSamePolicy(left: unknown, right: unknown): boolean {
  return textOf(left) === textOf(right);
}

function textOf(policy: unknown): string | undefined {
  return JSON.stringify(canonical(policy));
}

/** Sorted, without lists of one, and with resources as the user writes them. */
function canonical(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(OWN_RESOURCE, 'execute-api:/');
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (items.length === 1) return canonical(items[0]);
    return items
      .map(canonical)
      .toSorted((left, right) => compareTexts(JSON.stringify(left), JSON.stringify(right)));
  }
  if (!isMapping(value)) return value;
  const everybody = Object.keys(value).join() === 'AWS' && canonical(value['AWS']) === '*';
  if (everybody) return '*';
  const entries = Object.entries(value).toSorted(([left], [right]) => compareTexts(left, right));
  return Object.fromEntries(entries.map(([key, one]) => [key, canonical(one)]));
}

/** The ARN of whatever is called of an API: `arn:aws:execute-api:eu-west-1:123456789012:abcde12345/`. */
const OWN_RESOURCE = /^arn:[^:]*:execute-api:[^:]*:[^:]*:[^/:]+\//;
