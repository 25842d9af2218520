import { expect, it } from 'vitest';
import { proxyEvent } from '../test/support/proxy-events.js';
import { Request } from './request.js';
import { Response } from './response.js';

function cookiesOf(...lines: string[]) {
  return new Request(proxyEvent({ multiValueHeaders: { Cookie: lines } })).cookies;
}

it('reads cookies from an event with single values, and none from one without', () => {
  expect({ ...new Request(proxyEvent({ headers: { cookie: 'a=1; b=two' } })).cookies }).toEqual({
    a: '1',
    b: 'two',
  });
  expect({ ...new Request(proxyEvent()).cookies }).toEqual({});
});

it('the first of several cookies with one name counts, also of several headers', () => {
  expect({ ...cookiesOf('a=near; a=far', 'a=farther; b=2') }).toEqual({ a: 'near', b: '2' });
});

it('finds no cookie that was not sent, whatever objects have', () => {
  const cookies = cookiesOf('__proto__=x; a=1');
  expect(cookies['constructor']).toBeUndefined();
  expect('toString' in cookies).toBe(false);
  expect(cookies['__proto__']).toBe('x');
  expect('hasOwnProperty' in cookies).toBe(false);
});

it('reads 50 cookies and malformed ones; quotes belong to a value, as browsers have it', () => {
  const sent = Array.from({ length: 50 }, (_, index) => [`c${index}`, `v=${index}`] as const);
  const line = sent.map(([name, value]) => `${name}=${value}`).join('; ');
  expect({ ...cookiesOf(line) }).toEqual(Object.fromEntries(sent));
  expect({ ...cookiesOf('a="x y"; ;=; b ; c=; "d"=1;e="') }).toEqual({
    a: '"x y"',
    '': '',
    c: '',
    '"d"': '1',
    e: '"',
  });
});

it('sets a cookie for every path unless another is given', () => {
  expect(new Response(null).setCookie('a', '1').headers).toEqual({ 'Set-Cookie': ['a=1; Path=/'] });
  expect(new Response(null).setCookie('a', '1', { path: '/api' }).headers).toEqual({
    'Set-Cookie': ['a=1; Path=/api'],
  });
  const undecided: object = { path: undefined };
  expect(new Response(null).setCookie('a', '1', undecided).headers).toEqual({
    'Set-Cookie': ['a=1; Path=/'],
  });
});

it('writes every attribute', () => {
  const expires = new Date(Date.UTC(2026, 0, 2));
  const { headers } = new Response(null).setCookie('session', 'a;b', {
    domain: 'example.com',
    maxAge: 60,
    expires,
    secure: true,
    httpOnly: true,
    sameSite: 'none',
    partitioned: true,
    priority: 'high',
  });
  expect(headers['Set-Cookie']).toEqual([
    'session=a%3Bb; Max-Age=60; Domain=example.com; Path=/; Expires=Fri, 02 Jan 2026 00:00:00 GMT; HttpOnly; Secure; Partitioned; Priority=High; SameSite=None',
  ]);
});

it('adds to the cookies of the headers, and never to an object that others share', () => {
  const shared = { 'set-cookie': 'old=1', 'X-Word': 'one' };
  const { headers } = new Response(null, 200, shared).setCookie('a', '1').setCookie('b', '2');
  expect(headers).toEqual({
    'set-cookie': ['old=1', 'a=1; Path=/', 'b=2; Path=/'],
    'X-Word': 'one',
  });
  expect(shared).toEqual({ 'set-cookie': 'old=1', 'X-Word': 'one' });
});

it('a header that was left out counts as none', () => {
  const { headers } = new Response(null, 200, { 'Set-Cookie': null }).setCookie('a', '1');
  expect(headers['Set-Cookie']).toEqual(['a=1; Path=/']);
});

it('no value begins an attribute or a header of its own', () => {
  const { headers } = new Response(null).setCookie('a', 'x; Domain=evil\r\nSet-Cookie: b=2');
  expect(headers['Set-Cookie']).toEqual([
    'a=x%3B%20Domain%3Devil%0D%0ASet-Cookie%3A%20b%3D2; Path=/',
  ]);
  const set = (name: string, attributes = {}) => new Response(null).setCookie(name, '', attributes);
  expect(() => set('a=b')).toThrow(TypeError);
  expect(() => set('a\r\nb')).toThrow(TypeError);
  expect(() => set('a', { path: '/; Domain=evil' })).toThrow(TypeError);
  expect(() => set('a', { domain: 'evil\r\nx: y' })).toThrow(TypeError);
  expect(() => set('a', { maxAge: 1.5 })).toThrow(TypeError);
});

it.each([
  ['a', { sameSite: 'none' }],
  ['a', { partitioned: true }],
  ['__Host-session', {}],
  ['__Secure-session', {}],
] as const)('refuses the cookie %s with %j, which browsers drop', (name, attributes) => {
  expect(() => new Response(null).setCookie(name, '', attributes)).toThrow(/Browsers drop/);
  expect(() =>
    new Response(null).setCookie(name, '', { ...attributes, secure: true }),
  ).not.toThrow();
});

it.each([{ path: '/app' }, { domain: 'example.com' }])(
  'refuses a cookie __Host- with %j, which browsers drop',
  (attributes) => {
    const set = (name: string) =>
      new Response(null).setCookie(name, '', { secure: true, ...attributes });
    expect(() => set('__Host-session')).toThrow(/Browsers drop/);
    expect(() => set('__host-session')).toThrow(/Browsers drop/);
    expect(() => set('__Secure-session')).not.toThrow();
  },
);

it('what was set is read again', () => {
  const value = 'São; "Paulo", 100% = \\ +';
  const { headers } = new Response(null).setCookie('city', value);
  const [line = ''] = [headers['Set-Cookie']].flat();
  expect(cookiesOf(String(line).split(';', 1)[0] ?? '')['city']).toBe(value);
});

it('says what is amiss with a value that holds half of a character', () => {
  expect(() => new Response(null).setCookie('city', 'a\ud83d')).toThrow(
    'The cookie "city" cannot be sent: its value contains an incomplete character.',
  );
});
