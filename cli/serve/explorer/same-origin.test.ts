import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { refusalOf } from './explorer-server.js';

const OWN = {
  host: '127.0.0.1:8100',
  origin: 'http://127.0.0.1:8100',
  'content-type': 'application/json',
  'x-framework-explorer': '1',
  'sec-fetch-site': 'same-origin',
};

function isRefused(method: string, headers: Readonly<Record<string, string | undefined>>): boolean {
  const given = Object.entries(headers).filter((pair): pair is [string, string] => !!pair[1]);
  const request = { method, headers: Object.fromEntries(given), rawHeaders: given.flat() };
  return refusalOf(request as unknown as IncomingMessage) !== undefined; // because nothing else of the request is read
}

test.each([
  ['POST', OWN],
  ['POST', { ...OWN, host: 'localhost:8100', origin: 'http://localhost:8100' }],
  ['GET', { host: OWN.host }],
  ['GET', { host: OWN.host, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['GET', { host: OWN.host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
])('%s of its own page, or of a visitor, passes: %o', (method, headers) => {
  expect(isRefused(method, headers)).toBe(false);
});

test.each<[string, string, Readonly<Record<string, string | undefined>>]>([
  ['a name that points here', 'GET', { host: 'evil.example:8100' }],
  ['no name', 'GET', {}],
  ['a page of another name', 'POST', { ...OWN, origin: 'https://evil.example' }],
  ['a page of the application', 'POST', { ...OWN, origin: 'http://127.0.0.1:8000' }],
  ['a page in a sandbox', 'POST', { ...OWN, origin: 'null' }],
  ['a client that is no page', 'POST', { ...OWN, origin: undefined }],
  ['a form', 'POST', { ...OWN, 'content-type': 'text/plain' }],
  ['a request that was not asked for first', 'POST', { ...OWN, 'x-framework-explorer': undefined }],
  ['a script of another site', 'GET', { host: OWN.host, 'sec-fetch-site': 'cross-site' }],
  ['the same site, another port', 'GET', { host: OWN.host, 'sec-fetch-site': 'same-site' }],
])('%s is refused', (_, method, headers) => {
  expect(isRefused(method, headers)).toBe(true);
});
