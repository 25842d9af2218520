// Converts a response from the application for the page: names and values of headers, and a body that can be sent in JSON.
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { headerValue, type HttpAnswer } from '../gateway/index.js';
import type { CarriedBody, SentAnswer, SentPart } from './explorer-document.js';
import type { ServerResponse } from 'node:http';
import { createEventParser } from '../local/event-parser.js';
import { type Exchange, type StreamEnd, writeChunks } from '../local/http-server.js';

const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** The maximum size of a decompressed body, in bytes. */
const LONGEST = 32 * 1024 * 1024;

const DECODERS: Readonly<
  Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array>
> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

export function sentAnswer(answer: HttpAnswer, milliseconds: number, log: string): SentAnswer {
  const { status, headers } = answer;
  const bytes = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
  return {
    status,
    phrase: STATUS_CODES[status] ?? '',
    milliseconds,
    headers: pairsOf(headers),
    body: carried(decoded(bytes, headerValue(headers, 'content-encoding'))),
    size: bytes.length,
    log,
  };
}

export function pairsOf(headers: HttpAnswer['headers']): [string, string][] {
  return headers.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : [],
  );
}

/** Decodes the body as a browser would. Returns it unchanged if it cannot be decoded. */
function decoded(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  const decode = DECODERS[encoding?.trim().toLowerCase() ?? ''];
  if (!decode) return bytes;
  try {
    return decode(bytes, { maxOutputLength: LONGEST });
  } catch {
    return bytes;
  }
}

export function carried(bytes: Uint8Array): CarriedBody {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    // The bytes are not text; they can be an image or an archive, for example.
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}

type SentParts = {
  readonly stream: Exchange['stream'];
  /** `log` is the application's output. */
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

function reader(type: string, elapsed: () => number): (chunk: Uint8Array) => SentPart {
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
