// Passes an event to a function through the adapter of the source that sent it.
import { printable } from '../contract/printable.js';
import type { WrittenName } from '../contract/events.js';
import { type Delivery, membersOf, type RecordParts, type Source } from './adapter.js';
import { sourceIn } from './adapters.js';

/** Throws for an event that none of the sources sends. */
export function receiveEvent(
  sources: readonly Source[],
  received: Pick<Delivery, 'app' | 'name' | 'event' | 'call'>,
): Promise<unknown> {
  const { event, name } = received;
  const source = sources
    .toSorted((one, other) => sourceRank(one) - sourceRank(other))
    .find(([, adapter, options]) => {
      const arn = adapter.sourceOf(event, options || {});
      return arn !== undefined && isSourceNamed(arn, sourceName(options && options.source));
    });
  if (!source) throw new TypeError(foreignText(name, sources, event));
  const [, adapter, options, check] = source;
  return adapter.deliver({ ...received, options: options || {}, check });
}

/** The input of a schedule may be any JSON. */
function sourceRank([, adapter, options]: Source): number {
  return options && options.hasInput ? Infinity : adapter.rank;
}

/** The name or ARN of a source; undefined when it is unknown, for example when a variable is not set. */
function sourceName(source: WrittenName | 0 | undefined): string | undefined {
  if (!source) return undefined;
  return 'text' in source ? source.text : process.env[source.variable] || undefined;
}

/** Whether an ARN belongs to a name, or to an ARN whose part the source is: the stream of a table. */
function isSourceNamed(arn: string, name: string | undefined): boolean {
  if (name === undefined || arn === '' || arn === name) return true;
  if (name.startsWith('arn:')) return arn.startsWith(`${name}/`);
  return lastNameOf(arn) === name;
}

/** `orders` of `arn:aws:sqs:eu-west-1:123456789012:orders`, `Orders` of `...:table/Orders/stream/2026-11-22T00:00:00.000`. */
function lastNameOf(arn: string): string {
  const resource = arn.split(':').slice(5).join(':');
  return /^(?:table|stream)\/([^/]*)/.exec(resource)?.[1] ?? resource;
}

function foreignText(name: string, sources: readonly Source[], event: unknown): string {
  const own = sources.map(([, { noun }, options]) => {
    const source = sourceName(options && options.source);
    return source === undefined ? `a ${noun}` : `the ${noun} ${source}`;
  });
  return `The function '${name}' gets events of ${own.join(' or ')}, and this one is ${shownEvent(event)}.`;
}

/** The members of an event that name its source. */
function shownEvent(event: unknown): string {
  const { Records: records, source, 'detail-type': type } = membersOf(event);
  const first = membersOf(Array.isArray(records) ? records[0] : undefined);
  const { eventSourceARN: arn, eventSource, EventSource: service = eventSource } = first;
  const named = arn ?? sourceIn(first as RecordParts); // because it is JSON
  const words = [service, named, source, type].filter((word) => typeof word === 'string');
  return words.length > 0
    ? `of ${printable(words.join(' ').slice(0, 200))}`
    : 'of none that is known';
}
