// `sse`: creates one event in a stream of server-sent events (html.spec.whatwg.org/multipage/server-sent-events.html).
import { $uses } from './contract/uses.js';
import { jsonText } from './json-text.js';

/** The fields of an event besides its data. */
export type ServerSentEventOptions = {
  /** The event's ID. The client sends it as `Last-Event-ID` when it reconnects. */
  readonly id?: string;
  /** The event's name. A client receives an event without a name as `message`. */
  readonly event?: string;
  /** Milliseconds that a client waits before it reconnects after losing its connection. */
  readonly retry?: number;
};

/**
 * An event in a stream, created by `sse`. A view whose return type is an `AsyncGenerator` of such events sends
 * `text/event-stream`.
 * @example
 * ```ts
 * import { Framework, sse, type ServerSentEvent } from 'framework';
 *
 * const app = new Framework({ appName: 'jobs' });
 *
 * class Jobs {
 *   @app.route('/progress')
 *   async *progress(): AsyncGenerator<ServerSentEvent<{ percent: number }>> {
 *     for (const percent of [0, 50, 100]) yield sse({ percent }, { event: 'progress' });
 *   }
 * }
 * ```
 */
export type ServerSentEvent<T = unknown> = ServerSentEventOptions & {
  /** Text is sent line by line, any other value as JSON. */
  readonly data: T;
  /** @internal Returns the lines of the event. Only an event has a method with this name. */
  $frameworkEvent(): string;
};

/** The type of `sse`: a function with one member. */
export type ServerSentEventMaker = {
  /** Creates an event. Throws if `id` or `event` contains a line break, or if `retry` is not a whole number. */
  <T>(data: T, options?: ServerSentEventOptions): ServerSentEvent<T>;
  /**
   * Creates a comment, which clients ignore. If sent first, it opens the stream while the first event is still being computed.
   * @example
   * ```ts
   * sse.comment('thinking');
   * ```
   */
  readonly comment: (text?: string) => ServerSentEvent<never>;
};

const LINE_END = /\r\n?|\n/g;

function make(data: unknown, options: ServerSentEventOptions = {}): ServerSentEvent {
  const { id, event, retry } = options;
  // Clients ignore an ID that contains U+0000.
  if (/[\r\n\0]/.test(`${event}${id}`) || !/^\d*$/.test(`${retry ?? ''}`))
    throw new TypeError(
      `sse() cannot send ${JSON.stringify(options)}: id and event are one line without U+0000, and retry is whole milliseconds.`,
    );
  return { ...options, data, $frameworkEvent: eventText };
}

function eventText(this: ServerSentEvent): string {
  let text = '';
  for (const field of ['event', 'id', 'retry'] as const)
    if (this[field] !== undefined) text += `${field}: ${this[field]}\n`;
  const data = typeof this.data === 'string' ? this.data : jsonText(this.data ?? null);
  return `${text}data: ${data.replace(LINE_END, '\ndata: ')}\n\n`;
}

const maker = make as ServerSentEventMaker; // because `comment` is added below if it is used

if ($uses.parts.comment)
  Object.assign(maker, {
    comment: (text = '') => ({
      data: undefined,
      $frameworkEvent: () => `: ${text.replace(LINE_END, '\n: ')}\n\n`,
    }),
  });

/**
 * Creates an event in a stream of server-sent events from its data and the options `id`, `event` and `retry`.
 * @example
 * ```ts
 * class Clock {
 *   @app.route('/clock')
 *   async *ticks() {
 *     yield sse(new Date(), { id: '1', event: 'tick', retry: 1000 });
 *   }
 * }
 * ```
 */
export const sse: ServerSentEventMaker = maker;
