import { describe, expect, test } from 'vitest';
import { createHostCheck } from './http-server.js';

const LOOPBACK = ['localhost', 'LOCALHOST:8000', 'localhost.', 'a.localhost:1', '127.0.0.1:8000', '127.1.2.3', '[::1]:8000', '[::1]']; // prettier-ignore
const FOREIGN = ['evil.example', 'evil.example:8000', 'localhost.evil.example', '127.0.0.1.evil.example', 'xlocalhost', '', ':8000', 'localhost@evil.example', '[::1].evil.example', 'a b.localhost', 'a/b.localhost', '%.localhost', '.localhost']; // prettier-ignore
const NETWORK = ['192.168.1.5:8000', 'api:8000', 'laptop.local', '[fe80::1]:8000'];

const isAllowed = (listenHost: string, host: string): boolean =>
  createHostCheck(listenHost)(['Accept', '*/*', 'hOST', host]) === undefined;

describe('a server on localhost', () => {
  test.each(LOOPBACK)('answers %s', (host) => {
    expect(isAllowed('localhost', host)).toBe(true);
  });
  test.each([...FOREIGN, ...NETWORK])('refuses %j', (host) => {
    expect(isAllowed('localhost', host)).toBe(false);
  });
});

test('the name of --host is answered, and another is not', () => {
  expect(isAllowed('api.test', 'API.test:8000')).toBe(true);
  expect(isAllowed('::1', '[::1]:8000')).toBe(true);
  expect(isAllowed('10.0.0.7', '10.0.0.7:8000')).toBe(true);
  expect(isAllowed('10.0.0.7', '10.0.0.8:8000')).toBe(false);
});

describe.each(['0.0.0.0', '::'])('a server on %s', (listenHost) => {
  test.each([...LOOPBACK, ...NETWORK])('answers %s', (host) => {
    expect(isAllowed(listenHost, host)).toBe(true);
  });
  test.each(['evil.example', 'localhost.evil.example:8000', ''])('refuses %j', (host) => {
    expect(isAllowed(listenHost, host)).toBe(false);
  });
});

test('a request without Host passes, and of two both must be ours', () => {
  const check = createHostCheck('localhost');
  expect(check(['Accept', '*/*'])).toBeUndefined();
  expect(check(['Host', 'localhost', 'Host', 'evil.example'])).toBe('evil.example');
  expect(check(['Host', 'localhost', 'Host', 'localhost'])).toBeUndefined();
});
