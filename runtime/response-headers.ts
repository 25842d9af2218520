// Merges the headers of a Response with those that the framework adds (specification 2.3, docs/decisions/answers.md). Names are
// case-insensitive, so that a header replaces a default instead of duplicating it, and no value can start another header.
import type { ProxyResult } from './contract/proxy-event.js';

/** The names and values that may be sent (RFC 9110 sections 5.1 and 5.5); above all, they contain no line breaks. */
const NAME = /^[!#$%&'*+.^`|~\w-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The value of a response header: text, or a list for a repeated header. Any other value is converted to text. */
export type HeaderValue = string | number | boolean | null | undefined | readonly string[];

/** Headers in the format of the proxy integration, which separates single values from lists. */
export type AnswerHeaders = Pick<ProxyResult, 'headers' | 'multiValueHeaders'>;

/** Merges the headers of a Response into `defaults`. If a default is replaced, its spelling of the name is kept. */
export function mergeHeaders(
  defaults: Readonly<Record<string, string>>,
  given: Readonly<Record<string, HeaderValue>>,
): AnswerHeaders {
  const headers: Record<string, string> = { ...defaults };
  let multiValueHeaders: Record<string, readonly string[]> | undefined;
  for (const name in given) {
    const value = given[name];
    const spelling = spellingIn(headers, name) ?? spellingIn(multiValueHeaders, name) ?? name;
    const text = value === null || value === undefined ? undefined : headerText(name, value);
    if (typeof text === 'string') headers[spelling] = text;
    else Reflect.deleteProperty(headers, spelling);
    if (Array.isArray(text)) (multiValueHeaders ??= {})[spelling] = text;
    else if (multiValueHeaders) Reflect.deleteProperty(multiValueHeaders, spelling);
  }
  return multiValueHeaders ? { headers, multiValueHeaders } : { headers };
}

/** Returns the spelling of a header that is already set. There are few headers, so a linear search is faster than a map. */
function spellingIn(headers: object | undefined, name: string): string | undefined {
  for (const known in headers)
    if (known.length === name.length && known.toLowerCase() === name.toLowerCase()) return known;
  return undefined;
}

function headerText(name: string, value: HeaderValue): string | readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => headerText(name, String(item)));
  const text = String(value);
  if (NAME.test(name) && VALUE.test(text)) return text;
  throw new TypeError(
    `The response header ${JSON.stringify(`${name}: ${text}`)} cannot be sent: a header is Latin-1 text on one line, and its name has no spaces.`,
  );
}
