// A run of a function with an event, for the list of requests and runs.
import { failedRecords, recordIds } from '../events/event-outcome.js';
import type { Run } from '../events/source-commands.js';
import type { ServedRequest } from './server-feed.js';

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
