import { expect, it, test, vi } from 'vitest';
import { mergeHeaders } from './response-headers.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import { createHandler } from './handler.js';
import { Framework, middleware, NotFoundError } from './index.js';
import { answerOf } from './middleware.fixture.js';
import { Response } from './response.js';

const DEFAULTS = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' };

it('a header replaces a default of any case, and keeps its spelling', () => {
  expect(mergeHeaders(DEFAULTS, { 'content-TYPE': 'text/html' })).toEqual({
    headers: { ...DEFAULTS, 'Content-Type': 'text/html' },
  });
});

it('of two spellings of a header the last one counts', () => {
  expect(mergeHeaders({}, { 'X-Word': 'one', 'x-word': 'two' })).toEqual({
    headers: { 'X-Word': 'two' },
  });
});

it('lists become repeated headers, and a list may replace a default', () => {
  expect(mergeHeaders(DEFAULTS, { 'access-control-allow-origin': ['a', 'b'] })).toEqual({
    headers: { 'Content-Type': 'application/json' },
    multiValueHeaders: { 'Access-Control-Allow-Origin': ['a', 'b'] },
  });
});

it('null and undefined leave a header out, also a default', () => {
  const given = { 'content-type': null, 'X-Word': undefined };
  expect(mergeHeaders(DEFAULTS, given)).toEqual({
    headers: { 'Access-Control-Allow-Origin': '*' },
  });
});

it.each([
  ['X-Word', 'one\r\ntwo'],
  ['X-Word', 'one\ntwo'],
  ['X-Word', 'one\rtwo'],
  ['X-Word', 'nul\0'],
  ['X-Word', 'line\n'],
  ['X-Word', 'snow \u2603'],
  ['X Word', 'a name with a space'],
  ['X-Word\r\nX-Other', 'a name with a line break'],
  ['', 'no name'],
])('refuses the header %j with the value %j', (name, value) => {
  expect(() => mergeHeaders({}, { [name]: value })).toThrow(TypeError);
  expect(() => mergeHeaders({}, { [name]: ['fine', value] })).toThrow(TypeError);
});

it('says which header cannot be sent', () => {
  expect(() => mergeHeaders({}, { 'X-Word': 'a\nb' })).toThrowErrorMatchingInlineSnapshot(
    `[TypeError: The response header "X-Word: a\\nb" cannot be sent: a header is Latin-1 text on one line, and its name has no spaces.]`,
  );
});

it.each([['plain'], ['caf\u00e9'], [''], ['tab\tinside'], ['a=1; Path=/']])('sends %j', (value) => {
  expect(mergeHeaders({}, { 'X-Word': value }).headers).toEqual({ 'X-Word': value });
});

// The middleware that adds headers to every response, in code that is not bundled.

test('headers of every answer: the innermost of one name counts, whatever its spelling', async () => {
  const common = [middleware.answerHeaders(() => ({ 'X-A': 'app', 'X-B': 'app' }))];
  const options = { middleware: [middleware.answerHeaders(() => ({ 'x-a': 'route' }))] };
  const view = () => {
    throw new NotFoundError('none');
  };
  expect((await answerOf({ view, common, options })).headers).toEqual({
    'Content-Type': 'application/json',
    'X-A': 'route',
    'X-B': 'app',
  });
});

test('headers of every answer do not pass from one request to the next', async () => {
  const app = new Framework({
    appName: 'fixture',
    middleware: [
      middleware.answerHeaders(({ queryParams }): Record<string, string> => {
        return queryParams?.['mark'] ? { 'X-Mark': queryParams['mark'] } : {};
      }),
    ],
  });
  app.route('/a', { cors: true })(() => 1);
  const handler = createHandler(app);
  const ask = async (query: Record<string, string> | null) => {
    const event = { resource: '/a', path: '/a', httpMethod: 'GET', queryStringParameters: query };
    return (await handler(event as unknown as ProxyEvent)).headers; // because the rest of the event is not read here
  };
  expect(await ask({ mark: '1' })).toHaveProperty('X-Mark', '1');
  expect(await ask(null)).not.toHaveProperty('X-Mark');
});

test.each([
  [
    'raises an error',
    () => {
      throw new TypeError('no headers');
    },
    /no headers/,
  ],
  ['gives a Content-Type', () => ({ 'content-type': 'text/html' }), /cannot set Content-Type/],
  ['gives a header that cannot be sent', () => ({ 'X-A': 'a\nb' }), /cannot be sent/],
])('what %s instead of headers is an unhandled error', async (_, headers, text) => {
  const log = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const raising = middleware.answerHeaders(headers);
  const answer = await answerOf({ view: () => 1, common: [raising] });
  expect(answer.statusCode).toBe(500);
  expect(String(log.mock.calls[0]?.[0])).toMatch(text);
  vi.restoreAllMocks();
});

it('redirects with 302 unless another status is given', () => {
  const { statusCode, headers, body } = Response.redirect('/new');
  expect([statusCode, headers, body]).toEqual([302, { Location: '/new' }, null]);
  for (const status of [301, 302, 303, 307, 308] as const)
    expect(Response.redirect('/new', status).statusCode).toBe(status);
});

it.each([[200], [300], [304], [305], [306], [399], [302.5], [Number.NaN]])(
  '%s is no status of a redirection',
  (status) => {
    expect(() => Response.redirect('/new', status as never)).toThrow(RangeError); // because its type rejects it too
  },
);

it.each([
  ['/new', '/new'],
  ['new?a=1#b', 'new?a=1#b'],
  ['//other.example/x', '//other.example/x'],
  ['https://example.com/a%20b', 'https://example.com/a%20b'],
  [new URL('https://example.com/é'), 'https://example.com/%C3%A9'],
  ['https://m\u00fcnchen.example:443/\u00e9', 'https://xn--mnchen-3ya.example:443/%C3%A9'],
  ['//ann@m\u00fcnchen.example', '//ann@xn--mnchen-3ya.example'],
  ['/S\u00e3o Paulo/\u{1f600}', '/S%C3%A3o%20Paulo/%F0%9F%98%80'],
])('the place %s is sent as %s', (place, location) => {
  expect(Response.redirect(place).headers['Location']).toBe(location);
});

it.each([
  ['/a\r\nSet-Cookie: b=1'],
  ['/a\nb'],
  ['/a\rb'],
  ['/a\0'],
  ['/a\tb'],
  ['/\ud800'],
  [''],
  ['https://\u00fc b.example/'],
])('refuses the place %j', (place) => {
  expect(() => Response.redirect(place)).toThrow(/^Cannot redirect to "/);
});
