// Event buses with their rules, and event patterns.
import { randomUUID } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { Deliveries } from '../deliveries.js';
import type { Place } from '../service.js';
import { type Members, isMembers } from '../members.js';
import { dueTimes, nextLook } from './due-times.js';
import { oneOrMore, parseJson } from '../../../../compiler/json-values.js';
import { matchesWildcards } from '../../gateway/authorizers/policy.js';

export type Target = {
  readonly Id: string;
  readonly Arn: string;
  readonly Input?: string;
  /** The path of the part of the event to send, for example `$.detail`. */
  readonly InputPath?: string;
  readonly SqsParameters?: { readonly MessageGroupId: string };
};

export type Rule = {
  readonly name: string;
  readonly bus: string;
  readonly arn: string;
  pattern: string | undefined;
  expression: string | undefined;
  description: string | undefined;
  state: string;
  readonly tags: Map<string, string>;
  targets: readonly Target[];
  /** When the rule last ran or was created; a rate is counted from this time. */
  ranAt: number;
};

export type EventStore = Place & {
  readonly buses: Map<string, Map<string, Rule>>;
  readonly deliveries: Deliveries;
  readonly put: (bus: string, event: CloudEvent) => void;
  readonly run: (rule: Rule, time: number) => void;
};

/** docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html */
type CloudEvent = {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
};

type EventStoreOptions = Pick<EventStore, 'region' | 'account' | 'clock' | 'buses' | 'deliveries'>;

export function createEventStore(options: EventStoreOptions): EventStore {
  const { region, account, buses, deliveries } = options;
  const give = (rule: Rule, event: CloudEvent): void => {
    for (const { Arn, Input, InputPath, SqsParameters } of rule.targets) {
      const sent: unknown =
        Input === undefined ? (eventValueAt(event, InputPath) ?? null) : JSON.parse(Input);
      deliveries.send({
        principal: 'events.amazonaws.com',
        sourceArn: rule.arn,
        functionArn: Arn,
        event: sent,
        message: { body: JSON.stringify(sent), group: SqsParameters?.MessageGroupId },
      });
    }
  };
  return {
    ...options,
    put: (bus, event) => {
      for (const rule of buses.get(bus)?.values() ?? []) {
        if (rule.state === 'DISABLED' || rule.pattern === undefined) continue;
        const pattern: unknown = JSON.parse(rule.pattern);
        if (isMembers(pattern) && matchesPattern(pattern, event)) give(rule, event);
      }
    },
    run: (rule, time) => {
      give(rule, {
        version: '0',
        id: randomUUID(),
        'detail-type': 'Scheduled Event',
        source: 'aws.events',
        account,
        time: timeText(time),
        region,
        resources: [rule.arn],
        detail: {},
      });
    },
  };
}

/** Resolves a path such as `$.detail.total` or `$.resources[0]`. */
function eventValueAt(event: CloudEvent, path = '$'): unknown {
  return path
    .split(/[.[\]'"]+/)
    .slice(1)
    .filter(Boolean)
    .reduce<unknown>((found, name) => {
      const isIn = typeof found === 'object' && found !== null && Object.hasOwn(found, name);
      return isIn ? Reflect.get(found, name) : undefined;
    }, event);
}

/** Formats a timestamp without milliseconds, as EventBridge does. */
export function timeText(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}Z`;
}

/** Runs the scheduled rules that are due. If `isLive` is true, a rule that is overdue several times runs only once. */
export function runScheduledRules(store: EventStore, isLive = false): void {
  const until = store.clock.now();
  for (const rule of rulesIn(store)) {
    const { expression, ranAt: from } = rule;
    if (expression === undefined) continue;
    const times = dueTimes({ expression, from, until });
    rule.ranAt = times.at(-1) ?? from;
    if (rule.state === 'DISABLED') continue;
    for (const time of isLive ? times.slice(-1) : times) store.run(rule, time);
  }
}

function rulesIn({ buses }: EventStore): readonly Rule[] {
  return [...buses.values()].flatMap((rules) => [...rules.values()]);
}

export function nextScheduledRule(store: EventStore): readonly (number | undefined)[] {
  const until = store.clock.now();
  return rulesIn(store).map(({ state, expression, ranAt: from }) =>
    state === 'DISABLED' || expression === undefined
      ? undefined
      : nextLook({ expression, from, until }),
  );
}

// Event patterns of EventBridge: docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html

/** Returns why a text is not a valid pattern; undefined if it is valid. */
export function patternProblem(text: string): string | undefined {
  const pattern = parseJson(text);
  if (pattern === undefined) return 'Invalid JSON';
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
    if (key === '$or' && Array.isArray(wanted))
      return wanted.some((one) => isMembers(one) && matchesPattern(one, event));
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

/** Matches a value against one entry of a pattern's list. SNS uses the same entries. */
export function matchesValue(wanted: unknown, value: unknown): boolean {
  if (!isMembers(wanted)) return value === wanted;
  return Object.entries(wanted).every(([operator, operand]) => {
    const check = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
    return check?.(operand, value) ?? false;
  });
}

type Check = (operand: unknown, value: unknown) => boolean;

/**
 * Checks a string against the operand, or against any string in the operand. Inside `anything-but`, the operand can be a list.
 */
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
