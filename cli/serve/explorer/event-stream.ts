// Server-sent events: one stream for each open page (html.spec.whatwg.org/multipage/server-sent-events.html).
import type { ServerResponse } from 'node:http';

export type EventStream = { readonly send: (event: string, data: unknown) => void };

/** Begins the stream. When it breaks off, the page connects again after the given time. */
export function openEventStream(response: ServerResponse, onClose: () => void): EventStream {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write(`retry: ${RETRY}\n\n`);
  response.once('close', onClose);
  return {
    send: (event, data) => {
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
  };
}

/** Milliseconds. */
const RETRY = 1000;
