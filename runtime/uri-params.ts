// The captured path parameters of a request, percent-decoded exactly once (docs/decisions/captures.md): a gateway passes some
// captures encoded and others already decoded, and only the request path shows which are which.
import type { ProxyEvent } from './contract/proxy-event.js';
import { BadRequestError } from './errors.js';

/** Returns the decoded captures by name; null if the route has none. */
export function uriParamsOf(event: ProxyEvent): Record<string, string> | null {
  const captured = event.pathParameters;
  if (!captured) return null;
  // An assignment would not store a capture named `__proto__`.
  return Object.fromEntries(
    Object.keys(captured).map((name) => [name, captureOf(event, name) ?? '']),
  );
}

/** Returns one decoded capture. */
export function captureOf(event: ProxyEvent, name: string): string | undefined {
  const value = event.pathParameters?.[name];
  return value?.includes('%') && isEncoded(event, name, value) ? decode(name, value) : value;
}

/** A capture that equals its segment of the path has not been decoded. A custom domain may add a prefix to the path. */
function isEncoded(event: ProxyEvent, name: string, value: string): boolean {
  const fromRight = event.resource.split('/').reverse().indexOf(`{${name}}`);
  return (
    event.path
      .replace(/\/$/, '')
      .split('/')
      .at(-1 - fromRight) === value
  );
}

function decode(name: string, value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new BadRequestError(`Malformed percent-encoding in '${name}': ${value}`);
  }
}

/**
 * The query string parameters by name (specification 2.2). For a repeated parameter, the member is the last value. `getAll` is
 * always the method, so the last value of a parameter with that name is `getAll('getAll').at(-1)`.
 * @example
 * ```ts
 * // GET /cities?tag=old&tag=large
 * app.currentRequest.queryParams?.tag; // 'large'
 * app.currentRequest.queryParams?.getAll('tag'); // ['old', 'large']
 * ```
 */
export type QueryParams = Readonly<Record<string, string | undefined>> & {
  /** Returns every value of a parameter in query string order; empty if the parameter is absent. */
  getAll(name: string): readonly string[];
};

/** Returns the last value of each parameter; null if the request has no query string. */
export function lastValues(event: ProxyEvent): Record<string, string> | null {
  const given = givenValues(event);
  let values: Record<string, string> | null = null;
  for (const name in given) {
    const value = given[name];
    values ??= Object.create(null) as Record<string, string>; // because `Object.create` returns any
    values[name] = (typeof value === 'string' ? value : value?.at(-1)) ?? '';
  }
  return values;
}

/** Returns the parameters with their `getAll` method. */
export function queryParamsOf(event: ProxyEvent): QueryParams | null {
  const values = lastValues(event);
  const given = givenValues(event);
  const value = (name: string): readonly string[] =>
    Object.hasOwn(given, name) ? [given[name] ?? []].flat() : [];
  if (values) Object.defineProperty(values, 'getAll', { value, enumerable: false });
  return values as QueryParams | null; // because `getAll` has been added above
}

/** Returns every value of each parameter, or only the last value if the event contains no others. */
export function givenValues(
  event: ProxyEvent,
): Readonly<Record<string, string | readonly string[]>> {
  return event.multiValueQueryStringParameters ?? event.queryStringParameters ?? {};
}
