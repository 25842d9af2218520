// Runs rules that have a schedule, by the clock of the cloud.
import { dueTimes, nextLook } from './due-times.js';
import type { EventStore } from './event-store.js';

/** With `isLive`, what was due several times while nobody looked runs once. */
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
