// Finds headers of a Response in any spelling.
import type { HeaderValue, Response } from '../index.js';

/** The value of a header; undefined when the response has none of that name. */
export function headerOf({ headers }: Response, name: string): HeaderValue {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : headers[found];
}
