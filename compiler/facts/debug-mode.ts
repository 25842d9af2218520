// Whether an application has `app.debug` on when its modules have loaded (spec 2.1).
import type { AppFacts } from '../declarations/app-facts.js';

/** The last assignment that is known counts; false without one. */
export function readDebug(facts: AppFacts, app: number): boolean {
  const values = facts.changes.flatMap((change) =>
    change.app === app &&
    change.kind === 'debug' &&
    !change.isConditional &&
    change.value?.kind === 'boolean'
      ? [change.value.value]
      : [],
  );
  return values.at(-1) ?? false;
}
