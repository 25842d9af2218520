// What streams are made of, by the names of what makes them, for types and for values.
import type { StreamKind } from '../../runtime/contract/manifest.js';

/** Exports of Node.js that are streams of bytes, or that return one: `stream:Readable`. */
export const NODE_STREAM: RegExp =
  /^(?:node:)?(?:stream|fs|http|zlib):(?:default\.)?(?:Readable|Duplex|Transform|PassThrough|Stream|ReadStream|IncomingMessage|createReadStream|create(?:Gzip|Gunzip|Deflate|Inflate|BrotliCompress|BrotliDecompress))$/;

/** What a stream of items of several kinds is sent as; undefined without items. */
export function joinedKind(kinds: readonly StreamKind[]): StreamKind | undefined {
  const all = new Set(kinds);
  const [only] = all;
  if (all.size < 2) return only;
  if (all.has('any') || all.has('sse')) return 'any';
  return all.has('ndjson') ? 'ndjson' : 'bytes';
}
