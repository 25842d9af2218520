// Server-sent events: one stream for each open page (html.spec.whatwg.org/multipage/server-sent-events.html).
import type { ServerResponse } from 'node:http';

export type EventStream = {
  readonly send: (event: string, data: unknown) => void;
  /** True while the page reads more slowly than it is sent to. */
  readonly isBehind: () => boolean;
};

/** Begins the stream. When it breaks off, the page connects again after the given time. */
export function openEventStream(response: ServerResponse, onClose: () => void): EventStream {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write(`retry: ${RETRY}\n\n`);
  response.once('close', onClose);
  return {
    send: (event, data) => {
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    isBehind: () => response.writableLength > MOST_UNREAD,
  };
}

/** Bytes. */
const MOST_UNREAD = 4 * 1024 * 1024;

/** Milliseconds. */
const RETRY = 1000;
