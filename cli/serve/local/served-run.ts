// A run of a function with an event, for the list of requests and runs.
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import { failedRecords, recordIds } from '../events/event-outcome.js';
import type { FunctionOutcome } from '../gateway/index.js';
import type { ServedRequest } from './server-feed.js';

export type Run = {
  /** The name of the function. */
  readonly name: string;
  readonly kind: EventEntry['kind'];
  /** The title of the event source, `queue orders`. */
  readonly title: string;
  readonly event: unknown;
  readonly outcome: FunctionOutcome;
  /** When the run began, in milliseconds since 1970. */
  readonly time: number;
  readonly milliseconds: number;
};

export function servedRun(run: Run): Omit<ServedRequest, 'number'> {
  const { name, kind, title, event, outcome, time, milliseconds } = run;
  const isReturned = outcome.kind === 'returned';
  const end = isReturned ? outcome : ({ kind: 'threw' } as const);
  const failed = failedRecords(kind, event, end).length;
  const count = recordIds(kind, event).length;
  const records = count > 1 && failed > 0 ? [`${failed} of ${count} records failed`] : [];
  const message = isReturned || outcome.trace !== undefined ? [] : [outcome.message];
  return {
    time,
    method: 'EVENT',
    target: name,
    runs: name,
    status: failed > 0 ? 'failed' : 'done',
    milliseconds,
    note: [title, ...records, ...message].join(', '),
    ...(!isReturned && outcome.trace !== undefined && { stack: outcome.trace }),
  };
}
