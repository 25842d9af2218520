// Reads queues and streams for functions, by the clock of the cloud: what is there now is handed over batch by batch, and what
// failed comes again when its time has come. docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html
import { matchesPattern } from '../../events/match-pattern.js';
import { isMembers } from '../../json-service.js';
import type { PolledRecord, QueueSource, StreamSource } from '../../polled-source.js';
import type { FunctionBook } from '../function-book.js';
import type { FunctionRunner } from '../run/function-runner.js';
import { failuresIn } from './batch-failures.js';
import {
  type Cursor,
  livingMappings,
  type Mapping,
  type MappingBook,
  stateOf,
} from './mapping-book.js';

/** A batch that was handed to a function. */
export type PolledBatch = {
  readonly functionName: string;
  readonly ids: readonly string[];
  /** Those that come again; undefined when all do. */
  readonly failed: readonly string[] | undefined;
};

export type Poller = {
  /** Until nothing is left that may be handed over now. */
  readonly poll: () => Promise<void>;
  readonly batches: () => readonly PolledBatch[];
};

type Ports = {
  readonly book: FunctionBook;
  readonly mappings: MappingBook;
  readonly runner: FunctionRunner;
};

/** Lambda waits longer after each failure of a stream. */
const RETRY_AFTER = 1000;

export function createPoller({ book, mappings, runner }: Ports): Poller {
  const batches: PolledBatch[] = [];
  const { clock, sources } = mappings;

  const invoke = async (mapping: Mapping, records: readonly PolledRecord[]) => {
    const owner = book.functions.get(mapping.functionName);
    const payload = JSON.stringify({ Records: records.map(({ event }) => event) });
    const execution =
      owner && runner.run({ owner, version: owner.latest, arn: owner.arn, payload });
    const ended = await execution;
    const ids = records.map(({ id }) => id);
    const failed = ended?.kind === 'returned' ? failuresIn(ended.payload, ids, mapping) : undefined;
    batches.push({ functionName: mapping.functionName, ids, failed });
    return failed;
  };

  const fits = ({ settings }: Mapping, { filtered }: PolledRecord): boolean =>
    settings.filters.length === 0 ||
    settings.filters.some((text) => {
      const pattern: unknown = JSON.parse(text);
      return isMembers(pattern) && matchesPattern(pattern, filtered);
    });

  const pollQueue = async (mapping: Mapping, queue: QueueSource): Promise<boolean> => {
    const { batchSize, window } = mapping.settings;
    const visible = queue.visible(batchSize);
    // A filter of a queue deletes what does not fit.
    const unfit = visible.filter((one) => !fits(mapping, one));
    queue.remove(unfit.map(({ id }) => id));
    const wanted = visible.filter((one) => !unfit.includes(one));
    const [oldest] = wanted;
    if (!oldest) return unfit.length > 0;
    if (wanted.length < batchSize && clock.now() < oldest.at + window * 1000) return false;
    const taken = queue.take(wanted.map(({ id }) => id));
    if (taken.length === 0) return true;
    const failed = await invoke(mapping, taken);
    const ids = taken.map(({ id }) => id);
    if (failed) queue.remove(ids.filter((id) => !failed.includes(id)));
    return true;
  };

  const giveUp = (mapping: Mapping, cursor: Cursor, count: number): void => {
    const { onFailure } = mapping.settings;
    if (onFailure !== undefined) {
      sources.notify(onFailure, {
        requestContext: { functionArn: mapping.functionArn, condition: 'RetryAttemptsExhausted' },
        DDBStreamBatchInfo: { batchSize: count },
      });
    }
    Object.assign(cursor, { next: cursor.next + count, failures: 0, limit: undefined });
  };

  const pollShard = async (
    mapping: Mapping,
    records: readonly PolledRecord[],
    cursor: Cursor,
  ): Promise<boolean> => {
    const { settings } = mapping;
    const now = clock.now();
    const rest = records.slice(cursor.next);
    if (rest.length === 0 || now < cursor.retryAt) return false;
    const [oldest] = rest;
    const isWaiting =
      rest.length < settings.batchSize && now < (oldest?.at ?? 0) + settings.window * 1000;
    if (isWaiting) return false;
    const batch = rest.slice(0, Math.min(settings.batchSize, cursor.limit ?? Infinity));
    const wanted = batch.filter((one) => fits(mapping, one));
    if (wanted.length === 0) {
      cursor.next += batch.length;
      return true;
    }
    const failed = await invoke(mapping, wanted);
    if (failed?.length === 0) {
      Object.assign(cursor, { next: cursor.next + batch.length, failures: 0, limit: undefined });
      return true;
    }
    // What stands before the first failure is done with.
    const first = failed ? batch.findIndex(({ id }) => failed.includes(id)) : 0;
    if (first > 0) Object.assign(cursor, { next: cursor.next + first, failures: 0 });
    cursor.failures += 1;
    const left = batch.length - Math.max(first, 0);
    const { maximumRetryAttempts, bisects } = settings;
    if (bisects && left > 1) cursor.limit = Math.ceil(left / 2);
    if (maximumRetryAttempts >= 0 && cursor.failures > maximumRetryAttempts) {
      giveUp(mapping, cursor, left);
      return true;
    }
    cursor.retryAt = now + RETRY_AFTER * cursor.failures;
    return true;
  };

  const pollStream = async (mapping: Mapping, { shards }: StreamSource): Promise<boolean> => {
    const polled = shards.map((records, shard) => {
      // A shard that came later is read from its beginning.
      const cursor = mapping.cursors.get(shard) ?? {
        next: 0,
        failures: 0,
        retryAt: 0,
        limit: undefined,
      };
      mapping.cursors.set(shard, cursor);
      return pollShard(mapping, records, cursor);
    });
    return (await Promise.all(polled)).some(Boolean);
  };

  const pollOnce = async (mapping: Mapping): Promise<boolean> => {
    const source = sources.find(mapping.sourceArn);
    if (!source || stateOf(mapping, mappings) !== 'Enabled') return false;
    // What it would take would count as given out.
    const owner = book.functions.get(mapping.functionName);
    if (owner && runner.isWaiting(owner)) return false;
    return source.kind === 'queue' ? pollQueue(mapping, source) : pollStream(mapping, source);
  };

  return {
    poll: async () => {
      for (;;) {
        const polled = await Promise.all(livingMappings(mappings).map(pollOnce));
        if (!polled.some(Boolean)) return;
      }
    },
    batches: () => [...batches],
  };
}
