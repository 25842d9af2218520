// Event patterns of EventBridge: docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
import { BlockList, isIP } from 'node:net';
import { oneOrMore } from '../../../../compiler/json-values.js';
import { matchesWildcards } from '../../gateway/authorizers/policy.js';
import { isMembers, type Members } from '../members.js';

/** Returns why a text is not a valid pattern; undefined if it is valid. */
export function patternProblem(text: string): string | undefined {
  let pattern: unknown;
  try {
    pattern = JSON.parse(text);
  } catch {
    return 'Invalid JSON';
  }
  if (!isMembers(pattern)) return 'Filter is not an object';
  if (Object.keys(pattern).length === 0) return 'Empty objects are not allowed';
  return problemIn(pattern);
}

function problemIn(pattern: Members): string | undefined {
  for (const [key, value] of Object.entries(pattern)) {
    if (key === '$or' && Array.isArray(value)) {
      const problem = value.filter(isMembers).map(problemIn).find(Boolean);
      if (problem !== undefined) return problem;
      continue;
    }
    if (Array.isArray(value)) {
      if (value.length === 0) return 'Empty arrays are not allowed';
      const operators = value.filter(isMembers).flatMap(Object.keys);
      const unknown = operators.find((operator) => !Object.hasOwn(OPERATORS, operator));
      if (unknown !== undefined) return `Unrecognized match type ${unknown}`;
      continue;
    }
    if (!isMembers(value)) return `"${key}" must be an object or an array`;
    if (Object.keys(value).length === 0) return 'Empty objects are not allowed';
    const problem = problemIn(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export function matchesPattern(pattern: Members, event: unknown): boolean {
  return Object.entries(pattern).every(([key, wanted]) => {
    if (key === '$or' && Array.isArray(wanted)) {
      return wanted.some((one) => isMembers(one) && matchesPattern(one, event));
    }
    const found = isMembers(event) && Object.hasOwn(event, key) ? event[key] : undefined;
    if (Array.isArray(wanted)) return matchesLeaf(wanted, found);
    if (!isMembers(wanted)) return false;
    const inside = Array.isArray(found) ? found : [found];
    return inside.some((one) => matchesPattern(wanted, one));
  });
}

function matchesLeaf(wanted: readonly unknown[], found: unknown): boolean {
  const values: readonly unknown[] = Array.isArray(found) ? found : [found];
  return wanted.some((one) => values.some((value) => matchesValue(one, value)));
}

/** Matches a value against one matcher of a list; SNS uses the same matchers. */
export function matchesValue(wanted: unknown, value: unknown): boolean {
  if (!isMembers(wanted)) return value === wanted;
  return Object.entries(wanted).every(([operator, operand]) => {
    const check = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
    return check?.(operand, value) ?? false;
  });
}

type Check = (operand: unknown, value: unknown) => boolean;

/** Inside `anything-but` the operand can be a list. */
const onText =
  (check: (operand: string, value: string) => boolean): Check =>
  (operand, value) => {
    if (typeof value !== 'string') return false;
    const isFolded = isMembers(operand);
    return oneOrMore(isFolded ? operand['equals-ignore-case'] : operand).some(
      (one) =>
        typeof one === 'string' &&
        (isFolded ? check(one.toLowerCase(), value.toLowerCase()) : check(one, value)),
    );
  };

const OPERATORS: Readonly<Record<string, Check>> = {
  prefix: onText((operand, value) => value.startsWith(operand)),
  suffix: onText((operand, value) => value.endsWith(operand)),
  wildcard: onText((operand, value) => matchesWildcards(operand, value)),
  'equals-ignore-case': onText((operand, value) => operand.toLowerCase() === value.toLowerCase()),
  cidr: onText(isInRange),
  exists: (operand, value) => (value !== undefined) === operand,
  numeric: (operand, value) => Array.isArray(operand) && matchesNumbers(operand, value),
  'anything-but': (operand, value) => {
    if (value === undefined) return false;
    const refused: readonly unknown[] = Array.isArray(operand) ? operand : [operand];
    return !refused.some((one) => matchesValue(one, value));
  },
};

function isInRange(range: string, address: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const [wanted, given] = [isIP(network), isIP(address)];
  if (wanted === 0 || wanted !== given || !(Number(bits) <= (wanted === 4 ? 32 : 128)))
    return false;
  const family = wanted === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(address, family);
}

function matchesNumbers(operands: readonly unknown[], value: unknown): boolean {
  if (typeof value !== 'number') return false;
  for (let index = 0; index < operands.length; index += 2) {
    const compare = COMPARISONS[String(operands[index])];
    if (compare?.(value, Number(operands[index + 1])) !== true) return false;
  }
  return true;
}

const COMPARISONS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '=': (value, limit) => value === limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
};
