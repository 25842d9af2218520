// Runs rules that have a schedule, by the clock of the cloud.
import { countDue } from './due-times.js';
import type { EventStore } from './event-store.js';

export function runScheduledRules(store: EventStore): void {
  const now = store.clock.now();
  for (const rule of [...store.buses.values()].flatMap((rules) => [...rules.values()])) {
    if (rule.expression === undefined) continue;
    const count = countDue(rule.expression, rule.ranAt, now);
    if (count > 0) rule.ranAt = now;
    if (rule.state === 'DISABLED') continue;
    for (let index = 0; index < count; index += 1) store.run(rule);
  }
}
