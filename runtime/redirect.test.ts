import { expect, it } from 'vitest';
import { Response } from './response.js';

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
