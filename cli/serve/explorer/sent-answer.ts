// Converts a response from the application for the page: names and values of headers, and a body that can be sent in JSON.
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { headerValue, type HttpAnswer } from '../gateway/index.js';
import type { CarriedBody, SentAnswer } from './explorer-document.js';

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

/** Creates the page's response. `log` is the output that the application printed during the request. */
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

/** Converts alternating names and values to pairs. */
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
