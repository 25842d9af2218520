// `createFunctionHandler`: the Lambda handler for a function declared with `app.lambdaFunction()` (specification 2.1, 6).
import type { LambdaContext } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { mapFrames } from './error-text.js';
import { identified } from './json-log.js';
import type { Application } from './application.js';
import { onlyApplication } from './handler.js';
import { layersOf } from './layer.js';
import { type FunctionEntry, receiverOf } from './view-registry.js';
import { printable } from './contract/printable.js';
import type { WrittenName } from './contract/events.js';
import {
  type Delivery,
  membersOf,
  type RecordParts,
  type RegisteredSource,
} from './events/adapter.js';
import { sourceIn } from './events/adapters.js';

/**
 * A handler that accepts any event. Resolves with the value that the function returns and rejects with the error that it
 * throws, as Lambda expects.
 */
export type FunctionHandler = (event: unknown, context?: LambdaContext) => Promise<unknown>;

/**
 * Creates the Lambda handler for one function. The application defaults to the only one in the process.
 * @example
 * ```ts
 * import './app.js';
 * import { createFunctionHandler } from 'framework';
 *
 * export const resize = createFunctionHandler('resize');
 * ```
 */
export function createFunctionHandler(
  name: string,
  app: Application = onlyApplication(),
): FunctionHandler {
  return identified(functionHandlerOf(app, name));
}

/** Returns the handler for one function in an application. */
export function functionHandlerOf(app: Application, name: string): FunctionHandler {
  return async (event, context) => {
    const entry = app.$registry.functions.get(name);
    if (!entry) throw new Error(`No app.lambdaFunction() has the name '${name}'.`);
    const invocation = { app, entry, event, context };
    try {
      const chain = $uses.parts.middleware
        ? (entry.chain ??= layersOf(app, name, 'event'))
        : undefined;
      return await (chain?.[0]?.$pass({ chain, event, context }, () => call(invocation)) ??
        call(invocation));
    } catch (error) {
      // Lambda logs the stack of the error, so the stack is converted to point into the source.
      if (error instanceof Error && error.stack) error.stack = mapFrames(error.stack);
      throw error;
    }
  };
}

type Invocation = {
  readonly app: Application;
  readonly entry: FunctionEntry;
  readonly event: unknown;
  readonly context: LambdaContext | undefined;
};

/** Calls a function. If it has event sources, calls it through the source that matches the event. */
function call({ app, entry, event, context }: Invocation): unknown {
  const [key, name, isStatic] = entry.row;
  if ($uses.code.$on) {
    const sources = app.$registry.$sources.get(name);
    const hand = {
      call: (value: unknown) => receiverOf(entry.owner, isStatic)[key]?.(value, context),
    };
    if (sources) return receiveEvent(sources, { app, name, event, ...hand });
  }
  return receiverOf(entry.owner, isStatic)[key]?.(event, context);
}

/** Passes an event to the matching event source. Throws if no source matches. */
function receiveEvent(
  sources: readonly RegisteredSource[],
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

/** A schedule with an `input` is tried last, because its event may be any JSON. */
function sourceRank([, adapter, options]: RegisteredSource): number {
  return options && options.hasInput ? Infinity : adapter.rank;
}

/** Returns the name or ARN of a source; undefined if it is unknown, for example because a variable is not set. */
function sourceName(source: WrittenName | 0 | undefined): string | undefined {
  if (!source) return undefined;
  return 'text' in source ? source.text : process.env[source.variable] || undefined;
}

/**
 * Returns true if an ARN matches a name or an ARN, or is part of that resource (such as a table's stream). An unknown name
 * matches every ARN.
 */
function isSourceNamed(arn: string, name: string | undefined): boolean {
  if (name === undefined || arn === '' || arn === name) return true;
  if (name.startsWith('arn:')) return arn.startsWith(`${name}/`);
  return lastNameOf(arn) === name;
}

/** Returns `orders` for `arn:aws:sqs:eu-west-1:123456789012:orders`, `Orders` for `...:table/Orders/stream/2026-11-22`. */
function lastNameOf(arn: string): string {
  const resource = arn.split(':').slice(5).join(':');
  return /^(?:table|stream)\/([^/]*)/.exec(resource)?.[1] ?? resource;
}

function foreignText(name: string, sources: readonly RegisteredSource[], event: unknown): string {
  const own = sources.map(([, { noun }, options]) => {
    const source = sourceName(options && options.source);
    return source === undefined ? `a ${noun}` : `the ${noun} ${source}`;
  });
  return `The function '${name}' receives events of ${own.join(' or ')}, but this one is ${shownEvent(event)}.`;
}

/** Returns, as text, the members of an event that identify its source. */
function shownEvent(event: unknown): string {
  const { Records: records, source, 'detail-type': type } = membersOf(event);
  const first = membersOf(Array.isArray(records) ? records[0] : undefined);
  const { eventSourceARN: arn, eventSource, EventSource: service = eventSource } = first;
  const named = arn ?? sourceIn(first as RecordParts); // because records come from JSON
  const words = [service, named, source, type].filter((word) => typeof word === 'string');
  return words.length > 0
    ? `of ${printable(words.join(' ').slice(0, 200))}`
    : 'of an unknown source';
}
