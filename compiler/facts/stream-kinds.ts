// What streams are made of, by the names of what makes them, for types and for values.
import type { StreamKind } from '../../runtime/contract/manifest.js';

/** Exports of Node.js that are streams of bytes, or that return one: `stream:Readable`. */
export const NODE_STREAM: RegExp =
  /^(?:node:)?(?:stream|fs|http|zlib):(?:default\.)?(?:Readable|Duplex|Transform|PassThrough|Stream|ReadStream|IncomingMessage|createReadStream|create(?:Gzip|Gunzip|Deflate|Inflate|BrotliCompress|BrotliDecompress))$/;

/** What items of several kinds are sent as: one kind, or those that one stream cannot send. */
export function sentKinds(kinds: readonly StreamKind[]): readonly StreamKind[] {
  const all = new Set(kinds);
  const known = [...all].filter((kind) => kind !== 'any');
  if (known.length > 1 && (all.has('sse') || (all.has('bytes') && all.has('ndjson')))) return known;
  if (all.has('any')) return ['any'];
  const [only] = known;
  if (known.length < 2) return only ? [only] : [];
  return [all.has('ndjson') ? 'ndjson' : 'bytes'];
}

/** What a stream of items of several kinds is sent as; undefined without items. */
export function joinedKind(kinds: readonly StreamKind[]): StreamKind | undefined {
  const [kind, ...others] = sentKinds(kinds);
  return others.length > 0 ? 'any' : kind;
}
