// Reads queues and streams for functions, using the clock of the cloud: passes the available records to functions in batches,
// and retries failed batches when they are due. docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html
import { randomUUID } from 'node:crypto';
import { matchesPattern } from '../../events/event-store.js';
import { isMembers } from '../../members.js';
import {
  earliest,
  type PolledRecord,
  type PolledSource,
  type QueueSource,
  recordsFrom,
  type Shard,
  startOf,
  trim,
} from '../../polled-source.js';
import type { FunctionBook } from '../function-book.js';
import type { FunctionRunner } from '../run/function-runner.js';
import {
  type Cursor,
  livingMappings,
  type Mapping,
  type MappingBook,
  newCursor,
  stateOf,
} from './mapping-book.js';

export type PolledBatch = {
  readonly functionName: string;
  readonly ids: readonly string[];
  /** The records to retry; undefined for all of them. */
  readonly failed: readonly string[] | undefined;
};

export type Poller = {
  readonly poll: () => Promise<void>;
  /** Starts reading the available records. `onEnd` is called when a reader stops. */
  readonly begin: (onEnd: () => void) => void;
  readonly nextAt: () => number | undefined;
  readonly batches: () => readonly PolledBatch[];
  /** Starts no further batches. Messages that a function is still processing are returned to their queue. */
  readonly stop: () => void;
};

type GivenUp = {
  readonly records: readonly PolledRecord[];
  readonly shard: number;
  readonly condition: 'RetryAttemptsExhausted' | 'EventAgeExceeded';
};

/** A reader of a source. `once` reads a batch, and returns false if there was none. */
type Lane = {
  readonly name: string;
  readonly mapping: Mapping;
  readonly once: () => Promise<boolean>;
};

/** Lambda starts with five concurrent batches per queue. */
const CONCURRENT_BATCHES = 5;

type Ports = {
  readonly book: FunctionBook;
  readonly mappings: MappingBook;
  readonly runner: FunctionRunner;
};

/** Real Lambda waits longer after each failed batch from a stream. */
const RETRY_AFTER = 1000;

export function createPoller({ book, mappings, runner }: Ports): Poller {
  const batches: PolledBatch[] = [];
  const { clock, sources } = mappings;
  let isStopped = false;
  /** Callbacks that return the batches that functions are processing to their queues. */
  const givesBack = new Set<() => void>();

  const invoke = async (mapping: Mapping, records: readonly PolledRecord[]) => {
    const owner = book.functions.get(mapping.functionName);
    const payload = JSON.stringify({ Records: records.map(({ event }) => event) });
    const execution =
      owner && runner.run({ owner, version: owner.latest, arn: owner.arn, payload });
    // If a function cannot be started, its batch fails, but the cloud keeps running.
    const ended = await execution?.catch(() => undefined);
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
    const unfit = visible.filter((one) => !fits(mapping, one));
    queue.remove(unfit.map(({ id }) => id));
    const wanted = visible.filter((one) => !unfit.includes(one));
    const [oldest] = wanted;
    if (!oldest) return unfit.length > 0;
    if (wanted.length < batchSize && clock.now() < oldest.at + window * 1000) return false;
    const taken = queue.take(wanted.map(({ id }) => id));
    if (taken.length === 0) return true;
    const giveBack = (): void => queue.giveBack(taken);
    givesBack.add(giveBack);
    const failed = await invoke(mapping, taken).finally(() => givesBack.delete(giveBack));
    if (!failed && !goesOn(mapping)) {
      giveBack();
      return false;
    }
    const ids = taken.map(({ id }) => id);
    if (failed) queue.remove(ids.filter((id) => !failed.includes(id)));
    return true;
  };

  const cursorOf = (mapping: Mapping, shard: number): Cursor => {
    // A shard that was added later is read from its beginning.
    const cursor = mapping.cursors.get(shard) ?? newCursor(0);
    mapping.cursors.set(shard, cursor);
    return cursor;
  };

  /** docs.aws.amazon.com/lambda/latest/dg/kinesis-on-failure-destination.html */
  const giveUp = (
    { settings, sourceArn, functionArn }: Mapping,
    cursor: Cursor,
    { records, shard, condition }: GivenUp,
  ): void => {
    const [first] = records;
    const last = records.at(-1);
    if (settings.onFailure !== undefined && first && last) {
      const info = {
        shardId: `shardId-${String(shard).padStart(12, '0')}`,
        startSequenceNumber: first.id,
        endSequenceNumber: last.id,
        approximateArrivalOfFirstRecord: new Date(first.at).toISOString(),
        approximateArrivalOfLastRecord: new Date(last.at).toISOString(),
        batchSize: records.length,
        streamArn: sourceArn,
      };
      const isTable = sourceArn.includes(':dynamodb:');
      sources.notify(settings.onFailure, {
        requestContext: {
          requestId: randomUUID(),
          functionArn,
          condition,
          approximateInvokeCount: cursor.failures,
        },
        version: '1.0',
        timestamp: new Date(clock.now()).toISOString(),
        [isTable ? 'DDBStreamBatchInfo' : 'KinesisBatchInfo']: info,
      });
    }
    const next = cursor.next + records.length;
    Object.assign(cursor, { next, failures: 0, limit: undefined });
  };

  const pollShard = async (mapping: Mapping, records: Shard, shard: number): Promise<boolean> => {
    const cursor = cursorOf(mapping, shard);
    trim(records, clock.now());
    // The records that were due next may have been trimmed.
    if (cursor.next < startOf(records)) Object.assign(cursor, newCursor(startOf(records)));
    const { settings } = mapping;
    const { maximumRecordAge: age, maximumRetryAttempts, bisects } = settings;
    const now = clock.now();
    const rest = recordsFrom(records, cursor.next);
    const young = age < 0 ? 0 : rest.findIndex(({ at }) => at >= now - age * 1000);
    const old = young === -1 ? rest : rest.slice(0, young);
    if (old.length > 0) {
      giveUp(mapping, cursor, { records: old, shard, condition: 'EventAgeExceeded' });
      return true;
    }
    if (rest.length === 0 || now < cursor.retryAt) return false;
    const [oldest] = rest;
    const windowEnd = (oldest?.at ?? 0) + settings.window * 1000;
    if (rest.length < settings.batchSize && now < windowEnd) return false;
    const batch = rest.slice(0, Math.min(settings.batchSize, cursor.limit ?? Infinity));
    const wanted = batch.filter((one) => fits(mapping, one));
    if (wanted.length === 0) {
      cursor.next += batch.length;
      return true;
    }
    const failed = await invoke(mapping, wanted);
    // The batch failed because polling stopped, so this run does not count as an attempt.
    if (!failed && !goesOn(mapping)) return false;
    if (failed?.length === 0) {
      Object.assign(cursor, { next: cursor.next + batch.length, failures: 0, limit: undefined });
      return true;
    }
    // The records before the first failure are complete.
    const first = failed ? batch.findIndex(({ id }) => failed.includes(id)) : 0;
    if (first > 0) Object.assign(cursor, { next: cursor.next + first, failures: 0 });
    cursor.failures += 1;
    const left = batch.length - Math.max(first, 0);
    if (bisects && left > 1) cursor.limit = Math.ceil(left / 2);
    if (maximumRetryAttempts >= 0 && cursor.failures > maximumRetryAttempts) {
      const lost = batch.slice(batch.length - left);
      giveUp(mapping, cursor, { records: lost, shard, condition: 'RetryAttemptsExhausted' });
      return true;
    }
    cursor.retryAt = now + RETRY_AFTER * cursor.failures;
    return true;
  };

  const pollable = (mapping: Mapping): PolledSource | undefined => {
    if (stateOf(mapping, mappings) !== 'Enabled') return undefined;
    // Receiving messages that cannot be processed would increase their receive count.
    const owner = book.functions.get(mapping.functionName);
    return owner && runner.isWaiting(owner) ? undefined : sources.find(mapping.sourceArn);
  };

  const goesOn = (mapping: Mapping): boolean => !isStopped && pollable(mapping) !== undefined;

  /** Returns the concurrent readers of a source: `most` for a queue, one per shard for a stream. */
  const lanesOf = (mapping: Mapping, most: number): readonly Lane[] => {
    const source = pollable(mapping);
    if (!source) return [];
    if (source.kind === 'stream')
      return source.shards.map((records, shard) => ({
        name: `${mapping.uuid} ${shard}`,
        mapping,
        once: () => pollShard(mapping, records, shard),
      }));
    const count = Math.min(most, mapping.settings.maximumConcurrency ?? most);
    return Array.from({ length: count }, (_, index) => ({
      name: `${mapping.uuid} ${index}`,
      mapping,
      once: () => pollQueue(mapping, source),
    }));
  };

  const nextOf = (mapping: Mapping): readonly (number | undefined)[] => {
    const { change, settings } = mapping;
    const source = pollable(mapping);
    if (!source) return [change.until];
    const afterWindow = (at: number | undefined): number | undefined =>
      at === undefined ? undefined : at + settings.window * 1000;
    if (source.kind === 'queue') return [source.nextAt(), afterWindow(source.visible(1)[0]?.at)];
    return source.shards.flatMap((records, shard) => {
      const { next, retryAt } = cursorOf(mapping, shard);
      const record = records[Math.max(0, next - startOf(records))];
      return record ? [retryAt, afterWindow(record.at)] : [];
    });
  };

  const running = new Set<string>();
  const run = async ({ name, mapping, once }: Lane, onEnd: () => void): Promise<void> => {
    running.add(name);
    let isDone = false;
    try {
      while (goesOn(mapping) && (await once())) isDone = true;
    } finally {
      running.delete(name);
    }
    // By now, `nextAt` includes the records that are hidden or wait for a retry.
    if (isDone) onEnd();
  };

  return {
    poll: async () => {
      for (;;) {
        const lanes = livingMappings(mappings).flatMap((mapping) => lanesOf(mapping, 1));
        const polled = await Promise.all(lanes.map(({ once }) => once()));
        if (!polled.some(Boolean)) return;
      }
    },
    begin: (onEnd) => {
      batches.splice(0);
      const lanes = livingMappings(mappings).flatMap((one) => lanesOf(one, CONCURRENT_BATCHES));
      for (const lane of lanes) if (!running.has(lane.name)) void run(lane, onEnd);
    },
    nextAt: () => {
      const now = clock.now();
      return earliest(livingMappings(mappings).flatMap(nextOf), now);
    },
    batches: () => [...batches],
    stop: () => {
      isStopped = true;
      for (const giveBack of givesBack) giveBack();
    },
  };
}

/** Returns the failed ids; undefined for all: docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html */
function failuresIn(
  payload: string,
  ids: readonly string[],
  { settings }: Pick<Mapping, 'settings'>,
): readonly string[] | undefined {
  if (!settings.reportsFailures) return [];
  const answer: unknown = payload === '' ? null : JSON.parse(payload);
  if (answer === null) return [];
  // A result in another format, or an unknown id in the list, fails the whole batch.
  if (!isMembers(answer)) return undefined;
  const list = answer['batchItemFailures'] ?? [];
  if (!Array.isArray(list)) return undefined;
  const failed = list.map((one: unknown) => (isMembers(one) ? one['itemIdentifier'] : undefined));
  const texts = failed.filter((one) => typeof one === 'string');
  return texts.length === list.length && texts.every((one) => ids.includes(one))
    ? texts
    : undefined;
}
