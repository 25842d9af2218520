// Sends a response to the page while the application creates it. Parses server-sent events, so that the page need not.
import type { ServerResponse } from 'node:http';
import { headerValue } from '../gateway/index.js';
import { createEventParser } from '../local/event-parser.js';
import { type Exchange, type StreamEnd, writeChunks } from '../local/http-server.js';
import type { SentPart } from './explorer-document.js';
import { carried, sentAnswer } from './sent-answer.js';

export type SentParts = {
  readonly stream: Exchange['stream'];
  /** Writes the last part, which contains the application's output. */
  readonly end: (log: string) => void;
};

/** `began` is the time at which the request was sent, from `performance.now`. */
export function openSentParts(response: ServerResponse, began: number): SentParts {
  let ended: StreamEnd = 'gone';
  const elapsed = (): number => performance.now() - began;
  const line = (part: SentPart): string => `${JSON.stringify(part)}\n`;
  return {
    stream: async ({ head, chunks }, onChunk) => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      const answer = sentAnswer({ ...head, body: '' }, elapsed(), '');
      response.write(line({ kind: 'head', answer }));
      const read = reader(headerValue(head.headers, 'content-type') ?? '', elapsed);
      ended = await writeChunks(response, chunks, (chunk) => {
        onChunk(chunk);
        return line(read(chunk));
      });
      return ended;
    },
    end: (log) => {
      if (ended === 'gone') return;
      const failure = ended instanceof Error && { failure: ended.message };
      response.end(line({ kind: 'end', milliseconds: elapsed(), log, ...failure }));
    },
  };
}

type Read = (chunk: Uint8Array) => SentPart;

function reader(type: string, elapsed: () => number): Read {
  const text = new TextDecoder();
  if (!/^text\/event-stream\b/i.test(type)) {
    const isText = /^text\/|[/+](?:x-nd)?json\b/i.test(type);
    return (chunk) => ({
      kind: 'chunk',
      body: isText ? { text: text.decode(chunk, { stream: true }) } : carried(chunk),
      size: chunk.length,
    });
  }
  const parse = createEventParser();
  return (chunk) => {
    const milliseconds = elapsed();
    return {
      kind: 'events',
      events: parse(chunk).map((event) => ({ ...event, milliseconds })),
      size: chunk.length,
    };
  };
}
