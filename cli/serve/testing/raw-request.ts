// Converts a test's request to a request as received from a socket: fills in captures, and encodes query and body.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { RawRequest } from './messages.js';
import type { ParameterValue, RequestOptions } from './test-client.js';

/** The options of a request to an application. An empty list in `headers` removes a common header. */
type SentRequest = RequestOptions & {
  readonly common?: RequestOptions['headers'] | undefined;
};

type HeaderEntry = readonly [name: string, value: string | readonly string[]];

/** Throws for a mistake in the test, such as a missing value for a capture. */
export function rawRequest(method: string, path: string, options: SentRequest): RawRequest {
  const { body, json, common = {}, headers: given = {} } = options;
  if (body !== undefined && json !== undefined) {
    throw new TypeError('Both `body` and `json` are set, but a request has only one body.');
  }
  const usual = {
    'User-Agent': 'framework-testing',
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
  };
  const headers = [common, given]
    .reduce<readonly HeaderEntry[]>(withHeaders, Object.entries(usual))
    .flatMap(([name, value]) =>
      valuesOf(value).flatMap((text) => [name, headerText(name, String(text))]),
    );
  const target = withQuery(fillCaptures(path, options.params ?? {}), options.query ?? {});
  const content = json === undefined ? body : JSON.stringify(json);
  return {
    method,
    target,
    headers,
    body: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  };
}

/** The second list overrides the first. Names are case-insensitive. */
function withHeaders(
  under: readonly HeaderEntry[],
  over: Readonly<Record<string, HeaderEntry[1]>>,
): readonly HeaderEntry[] {
  const names = new Set(Object.keys(over).map((name) => name.toLowerCase()));
  return [...under.filter(([name]) => !names.has(name.toLowerCase())), ...Object.entries(over)];
}

/** Returns the value of a header as the server receives it. Throws for a value that no client can send. */
function headerText(name: string, value: string): string {
  validateHeaderName(name);
  validateHeaderValue(name, value);
  return value.replace(/^[ \t]+|[ \t]+$/g, '');
}

/** Fills in the captures: `/cities/{city}` with `{ city: 'são paulo' }` becomes `/cities/s%C3%A3o%20paulo`. */
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

function quoted(path: string): string {
  return `\`${path}\``;
}
