// Runs rules that have a schedule, by the clock of the cloud.
import { dueTimes } from './due-times.js';
import type { EventStore } from './event-store.js';

export function runScheduledRules(store: EventStore): void {
  const until = store.clock.now();
  for (const rule of [...store.buses.values()].flatMap((rules) => [...rules.values()])) {
    const { expression, ranAt: from } = rule;
    if (expression === undefined) continue;
    const times = dueTimes({ expression, from, until });
    rule.ranAt = times.at(-1) ?? from;
    if (rule.state === 'DISABLED') continue;
    for (const time of times) store.run(rule, time);
  }
}
