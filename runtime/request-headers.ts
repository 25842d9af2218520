// Reads request headers in the gateway's format: names in the client's spelling, each with a single value, a list of values, or
// both (specification 2.2). A repeated header is read as one comma-separated value (RFC 9110 section 5.3).
import type { ProxyEvent } from './contract/proxy-event.js';

/** The headers of a request by lower-case name. Lookups ignore case. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** Returns the value of a header in an event, given its lower-case name; undefined if there is no such header. */
export function headerValue(event: ProxyEvent, name: string): string | undefined {
  const headers: EventHeaders | null | undefined = event.multiValueHeaders ?? event.headers;
  for (const key in headers)
    if (key.length === name.length && key.toLowerCase() === name) return joined(headers[key]);
  return undefined;
}

/** Returns the values of a header in an event, one for each occurrence. */
export function headerLines(event: ProxyEvent, name: string): readonly string[] {
  return Object.entries(headersOf(event) ?? {}).flatMap(([key, value]) =>
    key.toLowerCase() === name ? (value ?? []) : [],
  );
}

/** Returns all headers in an event by lower-case name, in an object without a prototype. */
export function lowerCaseHeaders(event: ProxyEvent): Record<string, string> {
  const headers = headersOf(event);
  const lowerCase = Object.create(null) as Record<string, string>; // because `Object.create` returns any
  for (const key in headers) {
    const value = joined(headers[key]);
    if (value !== undefined) lowerCase[key.toLowerCase()] = value;
  }
  return lowerCase;
}

/**
 * Returns headers by lower-case name, converted to their declared types. A declared list may be repeated or comma-separated,
 * because proxies convert between the two (RFC 9110 section 5.3). A repeated header that is not declared becomes one string.
 */
export function headersAs(
  event: ProxyEvent,
  kinds: Kinds = {},
  other = 0,
): Record<string, unknown> {
  const texts = Object.create(null) as Record<string, string | readonly string[]>; // because `Object.create` returns any
  const headers = headersOf(event);
  for (const key in headers) {
    const name = key.toLowerCase();
    const kind = kinds[name] ?? other;
    const value = headers[key];
    const isList = (kind & 4) > 0;
    const text = isList || !(name in kinds) ? joined(value) : value;
    if (text != null) texts[name] = isList ? String(text).split(/\s*,\s*/) : text;
  }
  return valuesOf(texts, kinds, other);
}

/** Makes `headers['Content-Type']` and `'Content-Type' in headers` find the lower-case key. */
export const IGNORE_CASE: ProxyHandler<Record<string, string>> = {
  get: (headers, key): unknown => Reflect.get(headers, lowerCase(key)),
  has: (headers, key) => Reflect.has(headers, lowerCase(key)),
};

type EventHeaders = Readonly<Record<string, string | readonly string[] | null>>;

function headersOf(event: ProxyEvent): EventHeaders | null | undefined {
  return event.multiValueHeaders ?? event.headers;
}

function joined(value: string | readonly string[] | null | undefined): string | undefined {
  // Most headers occur once, and joining takes longer than looking up a header.
  if (typeof value === 'string') return value;
  return value?.length === 1 ? value[0] : value?.join(', ');
}

function lowerCase(key: string | symbol): string | symbol {
  return typeof key === 'string' ? key.toLowerCase() : key;
}

/** Texts by name, each either a list of all values or a single value. */
type GivenTexts = Readonly<Record<string, string | readonly string[] | null>>;

/** The allowed types as bit flags, by name, in an object without a prototype. */
export type Kinds = Readonly<Record<string, number>>;

/** The syntax of a JSON number: `0x10` and the empty string are not numbers. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

export function valueOf(text: string, kind: number): unknown {
  if (kind & 1 && NUMBER.test(text)) return Number(text);
  return kind & 2 && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

/** Returns the converted values in an object without a prototype. A repeated value is a list even if not declared as one. */
export function valuesOf(
  given: GivenTexts | null | undefined,
  kinds: Kinds = {},
  other = 0,
): Record<string, unknown> {
  const values = Object.create(null) as Record<string, unknown>; // because `Object.create` returns any
  for (const name in given) {
    const kind = kinds[name] ?? other;
    const items = [given[name] ?? []].flat().map((text) => valueOf(text, kind));
    if (items.length > 0) values[name] = kind & 4 || items.length > 1 ? items : items[0];
  }
  return values;
}
