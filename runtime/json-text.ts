// Serializes the values that views return as JSON (specification 4.3). A value that JSON cannot represent causes an unhandled
// error, never a dropped connection.
import { $uses } from './contract/uses.js';

export function jsonText(value: unknown): string {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    throw new TypeError('A view must return bytes in a Response with a binary Content-Type.');
  const text = JSON.stringify(value) as string | undefined; // because `JSON.stringify` returns undefined for a function
  if (text === undefined) refuse(typeof value);
  // JSON represents a Map or a promise as `{}`, and a stream with its listeners, so only responses that contain one of these
  // texts are searched. The texts do not start with a quotation mark, because they would then be compared at every key.
  if (text.includes('{}') || text.includes('_events":')) JSON.stringify(value, refuseHidden);
  return text;
}

/** Rejects what JSON would represent without its content: collections, iterators, streams, promises and Web classes. */
function refuseHidden(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('pipe' in value && typeof value.pipe === 'function') refuse('stream');
  const isTagged = Symbol.toStringTag in value || Symbol.iterator in value;
  if (isTagged && Object.keys(value).length === 0)
    refuse(Object.prototype.toString.call(value).slice(8, -1));
  if ($uses.parts.$mayStream && Symbol.asyncIterator in value) refuse('stream');
  return value;
}

function refuse(kind: string): never {
  const hint =
    kind === 'Response'
      ? " Import Response from 'framework'."
      : $uses.parts.$mayStream && /^Async|stream$/i.test(kind)
        ? ' To stream it, declare it as the return type, or write `streams: true` in the route.'
        : '';
  throw new TypeError(`A view returned a ${kind}, which JSON cannot represent.${hint}`);
}
