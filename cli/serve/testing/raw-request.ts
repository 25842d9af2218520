// Turns the request of a test into one from a socket: fills path parameters in and encodes the query string and the body.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { RawRequest } from './messages.js';
import type { ParameterValue, RequestOptions } from './test-client.js';

/** Headers that nearly every client sends. A binary answer needs `Accept`. An empty list in `headers` removes one. */
const USUAL_HEADERS = { Accept: '*/*', 'User-Agent': 'framework-testing' };

/** Makes the request. Throws for a mistake of the test, such as a capture without a value. */
export function rawRequest(method: string, path: string, options: RequestOptions): RawRequest {
  const { body, json } = options;
  if (body !== undefined && json !== undefined) {
    throw new TypeError('`body` and `json` are both given: a request has one body.');
  }
  const given = options.headers ?? {};
  const usual = {
    ...USUAL_HEADERS,
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
  };
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const headers = Object.entries({ ...usual, ...given })
    .filter(([name]) => name in given || !names.has(name.toLowerCase()))
    .flatMap(([name, value]) =>
      valuesOf(value).flatMap((text) => [name, headerText(name, String(text))]),
    );
  return {
    method,
    target: withQuery(fillCaptures(path, options.params ?? {}), options.query ?? {}),
    headers,
    body: toBytes(json === undefined ? body : JSON.stringify(json)),
  };
}

/** The value of a header as it arrives. Throws for one that no client can send. */
function headerText(name: string, value: string): string {
  validateHeaderName(name);
  validateHeaderValue(name, value);
  return value.replace(/^[ \t]+|[ \t]+$/g, '');
}

/** `/cities/{city}` with `{ city: 'são paulo' }` is `/cities/s%C3%A3o%20paulo`. */
function fillCaptures(path: string, params: NonNullable<RequestOptions['params']>): string {
  if (!path.startsWith('/'))
    throw new TypeError(`The path ${quoted(path)} does not begin with a slash.`);
  const unused = new Set(Object.keys(params));
  const filled = path.replace(/\{([^{}/]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined)
      throw new TypeError(`\`params\` has no value for \`{${name}}\` of ${quoted(path)}.`);
    unused.delete(name);
    return encodeURIComponent(String(value));
  });
  const [left] = unused;
  if (left !== undefined)
    throw new TypeError(`The path ${quoted(path)} has no capture \`{${left}}\`.`);
  return filled;
}

function withQuery(path: string, query: NonNullable<RequestOptions['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    valuesOf(value).map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
  );
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

function valuesOf(
  value: ParameterValue | readonly ParameterValue[] | undefined,
): readonly ParameterValue[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
}

function toBytes(body: string | Uint8Array | undefined): Uint8Array | undefined {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

function quoted(path: string): string {
  return `\`${path}\``;
}
