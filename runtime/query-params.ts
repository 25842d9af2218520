// Query string parameters of a request (spec 2.2). The gateway hands them over decoded, single, repeated, or both.
import type { ProxyEvent } from './contract/proxy-event.js';

/**
 * Query string parameters by name; a repeated one has its last value. `getAll` is always the method: the last value of
 * a parameter of that name is `getAll('getAll').at(-1)`.
 *
 * @example
 * ```ts
 * // GET /cities?tag=old&tag=large
 * app.currentRequest.queryParams?.tag; // 'large'
 * app.currentRequest.queryParams?.getAll('tag'); // ['old', 'large']
 * ```
 */
export type QueryParams = Readonly<Record<string, string | undefined>> & {
  /** Every value of a parameter in the order of the query string; empty when there is none. */
  getAll(name: string): readonly string[];
};

/** The last value of each parameter; null when the request has no query string. */
export function lastValues(event: ProxyEvent): Record<string, string> | null {
  const values = Object.create(null) as Record<string, string>; // because Object.create gives any
  const { multiValueQueryStringParameters: lists, queryStringParameters: singles } = event;
  let isEmpty = true;
  for (const name in lists ?? singles) {
    const value = lists?.[name]?.at(-1) ?? singles?.[name];
    if (value === undefined) continue;
    values[name] = value;
    isEmpty = false;
  }
  return isEmpty ? null : values;
}

/** The parameters with their `getAll`; null when the request has no query string. */
export function queryParamsOf(event: ProxyEvent): QueryParams | null {
  const values = lastValues(event);
  return (
    values &&
    Object.defineProperty(values as Record<string, string> & QueryParams, 'getAll', {
      // because getAll is added here
      value: (name: string): readonly string[] =>
        event.multiValueQueryStringParameters?.[name] ??
        (Object.hasOwn(event.queryStringParameters ?? {}, name) ? [values[name] ?? ''] : []),
    })
  );
}
