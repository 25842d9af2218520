// Values of views as JSON text (specification 4.3); what JSON cannot hold is an unhandled error, never a dropped connection.
import { $uses } from './contract/uses.js';

/** The JSON text of a value. */
export function jsonText(value: unknown): string {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    throw new TypeError('A view returns bytes in a Response with a binary Content-Type.');
  const text = JSON.stringify(value) as string | undefined; // because a function gives undefined
  if (text === undefined) refuse(typeof value);
  // Searches only responses with such text: JSON writes a Map and a promise as `{}`, and a stream with its listeners.
  // Text that begins with a quotation mark would be compared at each key.
  if (text.includes('{}') || text.includes('_events":')) JSON.stringify(value, refuseHidden);
  return text;
}

/** Rejects what JSON would write without its content: collections, iterators, streams, promises, Web classes. */
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
  throw new TypeError(`A view returned a ${kind}, which JSON cannot hold.${hint}`);
}
