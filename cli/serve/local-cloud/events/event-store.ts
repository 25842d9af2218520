// Event buses with their rules.
import type { Deliveries } from '../deliveries.js';
import type { CloudClock } from '../service.js';
import { isMembers } from '../members.js';
import { dueTimes, nextLook } from './due-times.js';
import { matchesPattern } from './match-pattern.js';

export type Target = {
  readonly Id: string;
  readonly Arn: string;
  readonly Input?: string;
  /** For example `$.detail`: the part of the event to send. */
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
  tags: ReadonlyMap<string, string>;
  targets: readonly Target[];
  /** When the rule last ran or was created; a rate counts from this time. */
  ranAt: number;
};

export type EventStore = {
  readonly region: string;
  readonly account: string;
  readonly clock: CloudClock;
  readonly buses: Map<string, Map<string, Rule>>;
  readonly deliveries: Deliveries;
  /** Matches an event against the rules of a bus and sends it to their targets. */
  readonly put: (bus: string, event: CloudEvent) => void;
  /** Runs a scheduled rule that was due at the given time. */
  readonly run: (rule: Rule, time: number) => void;
};

/** docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html */
export type CloudEvent = {
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

export type EventStoreOptions = Pick<
  EventStore,
  'region' | 'account' | 'clock' | 'buses' | 'deliveries'
>;

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
        id: eventId(),
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

export function eventId(): string {
  return crypto.randomUUID();
}

/** Formats a timestamp without milliseconds, as EventBridge does. */
export function timeText(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}Z`;
}

/** Runs the scheduled rules that are due. With `isLive`, a rule that was missed several times runs once. */
export function runScheduledRules(store: EventStore, isLive = false): void {
  const until = store.clock.now();
  for (const rule of [...store.buses.values()].flatMap((rules) => [...rules.values()])) {
    const { expression, ranAt: from } = rule;
    if (expression === undefined) continue;
    const times = dueTimes({ expression, from, until });
    rule.ranAt = times.at(-1) ?? from;
    if (rule.state === 'DISABLED') continue;
    for (const time of isLive ? times.slice(-1) : times) store.run(rule, time);
  }
}

export function nextScheduledRule({ buses, clock }: EventStore): readonly (number | undefined)[] {
  const until = clock.now();
  return [...buses.values()]
    .flatMap((rules) => [...rules.values()])
    .filter(({ state }) => state !== 'DISABLED')
    .map(({ expression, ranAt: from }) =>
      expression === undefined ? undefined : nextLook({ expression, from, until }),
    );
}
