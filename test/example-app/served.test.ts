// The city guide over HTTP, as `npm start` serves it. Its views are covered by its own tests (own-tests.test.ts).
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPOSITORY } from '../docs/pages.js';
import { serve, type ServedProject } from '../local/support/served-project.js';

let example: ServedProject;
beforeAll(async () => {
  example = await serve(join(REPOSITORY, 'example-app'), { args: ['--no-reload'] });
});
afterAll(() => example.stop());

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);

test('answers with the cities of the data file', async () => {
  const response = await fetch(`${example.url}/cities?tag=coffee`);
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toMatchObject({ total: 2 });
});

test('gives back the photo it was given', async () => {
  const url = `${example.url}/cities/oslo/photo`;
  await fetch(url, { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body: PNG });
  const response = await fetch(url, { headers: { Accept: 'text/html,image/*;q=0.8' } });
  expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true);
});

test('a client unpacks the compressed dump', async () => {
  const response = await fetch(`${example.url}/dump`);
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(await response.json()).toHaveLength(4);
});

test('admits the documented key and the token of the configuration, and nobody else', async () => {
  const statusOf = async (path: string, headers: Record<string, string> = {}): Promise<number> =>
    (await fetch(`${example.url}${path}`, { headers })).status;
  expect(await statusOf('/partners/cities', { 'X-Api-Key': 'local-api-key' })).toBe(200);
  expect(await statusOf('/members/greeting', { Authorization: 'Bearer open-sesame' })).toBe(200);
  expect(await statusOf('/members/greeting')).toBe(401);
  expect(await statusOf('/partners/cities')).toBe(403);
  expect(await statusOf('/internal/caller')).toBe(403);
  expect(await statusOf('/nowhere')).toBe(403);
});
