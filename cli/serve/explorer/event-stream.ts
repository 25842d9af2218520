// Sends server-sent events, with one stream for each open page (html.spec.whatwg.org/multipage/server-sent-events.html).
import type { ServerResponse } from 'node:http';

export type EventStream = {
  readonly send: (event: string, data: unknown) => void;
  /** True if the page reads more slowly than the server sends. */
  readonly isBehind: () => boolean;
};

/** Opens the stream. If it is interrupted, the page reconnects after the given time. */
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

/** In bytes. */
const MOST_UNREAD = 4 * 1024 * 1024;

/** In milliseconds. */
const RETRY = 1000;
