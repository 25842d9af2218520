// The headers of a Response over those the framework adds (specification 2.3, docs/decisions/answers.md): names are
// case-insensitive, so a header replaces a default and never doubles it, and no value can start a header of its own.
import type { ProxyResult } from './contract/proxy-event.js';

/** A name, a line break and a value that can be sent (RFC 9110 sections 5.1 and 5.5): no other line break above all. */
const SENDABLE = /^[!#$%&'*+.^`|~\w-]+\n[\t\x20-\x7e\x80-\xff]*$/;

/** The value of a response header: text, or a list for a header that is repeated. Anything else becomes text. */
export type HeaderValue = string | number | boolean | null | undefined | readonly string[];

/** Single values apart from lists, as the proxy integration takes them. */
export type AnswerHeaders = Pick<ProxyResult, 'headers' | 'multiValueHeaders'>;

/** Sets the headers of a Response over `defaults`; a default that is replaced keeps its spelling. */
export function mergeHeaders(
  defaults: Readonly<Record<string, string>>,
  given: Readonly<Record<string, HeaderValue>>,
): AnswerHeaders {
  const merged = new Map<string, readonly [name: string, value: string | readonly string[]]>();
  for (const name in defaults) merged.set(name.toLowerCase(), [name, defaults[name] ?? '']);
  for (const name in given) {
    const value = given[name];
    const key = name.toLowerCase();
    const spelling = merged.get(key)?.[0] ?? name;
    if (value === null || value === undefined) merged.delete(key);
    else merged.set(key, [spelling, headerText(name, value)]);
  }
  const headers: Record<string, string> = {};
  let multiValueHeaders: Record<string, readonly string[]> | undefined;
  for (const [name, value] of merged.values()) {
    if (typeof value === 'string') headers[name] = value;
    else (multiValueHeaders ??= {})[name] = value;
  }
  return multiValueHeaders ? { headers, multiValueHeaders } : { headers };
}

function headerText(name: string, value: HeaderValue): string | readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => headerText(name, String(item)));
  const text = String(value);
  if (SENDABLE.test(`${name}\n${text}`)) return text;
  throw new TypeError(
    `The response header ${JSON.stringify(`${name}: ${text}`)} cannot be sent: a header is Latin-1 text on one line, and its name has no spaces.`,
  );
}
