// Log groups and their events.
import type { Place } from '../service.js';

export type LogEvent = {
  readonly id: string;
  readonly stream: string;
  readonly timestamp: number;
  readonly ingestedAt: number;
  readonly message: string;
};

export type LogGroup = {
  readonly name: string;
  readonly arn: string;
  readonly createdAt: number;
  /** Streams with their creation time, in order of creation. */
  readonly streams: Map<string, number>;
  readonly events: LogEvent[];
  tags: Readonly<Record<string, unknown>>;
  /** The number of days that events are kept; undefined if they are never deleted automatically. */
  retentionInDays: number | undefined;
};

export type LogStore = Place & {
  readonly groups: Map<string, LogGroup>;
  readonly ensureGroup: (name: string) => LogGroup;
  readonly append: (location: LogPlace, lines: readonly LogLine[]) => void;
};

export type LogPlace = { readonly group: string; readonly stream: string };
export type LogLine = { readonly timestamp: number; readonly message: string };

/** `onAppend` is called for the output of functions too, which arrives without a call to the cloud. */
export function createLogStore(
  location: Pick<LogStore, 'region' | 'account' | 'clock' | 'groups'>,
  onAppend: () => void = () => undefined,
): LogStore {
  const { clock, groups } = location;
  let count = 0;
  const ensureGroup = (name: string): LogGroup => {
    const known = groups.get(name);
    if (known) return known;
    const created: LogGroup = {
      name,
      arn: logGroupArn(location, name),
      createdAt: clock.now(),
      streams: new Map(),
      events: [],
      tags: {},
      retentionInDays: undefined,
    };
    groups.set(name, created);
    return created;
  };
  return {
    ...location,
    ensureGroup,
    append: ({ group: name, stream }, lines) => {
      const group = ensureGroup(name);
      const ingestedAt = clock.now();
      const { events, retentionInDays: days = Infinity } = group;
      const kept = events.findIndex((one) => one.ingestedAt > ingestedAt - days * 86_400_000);
      events.splice(0, kept === -1 ? events.length : kept);
      if (!group.streams.has(stream)) group.streams.set(stream, ingestedAt);
      for (const { timestamp, message } of lines) {
        count += 1;
        const id = `${String(timestamp).padStart(20, '0')}${String(count).padStart(36, '0')}`;
        events.push({ id, stream, timestamp, ingestedAt, message });
      }
      onAppend();
    },
  };
}

export function logGroupArn({ region, account }: Place, name: string): string {
  return `arn:aws:logs:${region}:${account}:log-group:${name}`;
}
