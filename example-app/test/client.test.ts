// Tests the client that `framework client --out client.ts` generates. Other services call the guide with it.
import { testApp } from 'framework/testing';
import { afterAll, expect, test } from 'vitest';
import { createClient } from '../client.js';

const { client, close } = await testApp('./app.ts', { headers: { Accept: '*/*' } });
afterAll(close);

/** Sends the requests of the client to the application under test. */
const api = createClient({
  baseUrl: 'http://guide.test',
  fetch: async (input, { method = 'GET', headers, body } = {}) => {
    const { pathname, search } = new URL(String(input));
    const answer = await client.request(pathname + search, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { body }),
    });
    const { status } = answer;
    return new Response(status === 204 ? null : answer.text(), { status, headers: answer.headers });
  },
});

test('reads a city with its types', async () => {
  const answer = await api('GET /cities/{id}', { path: { id: 'oslo' } });
  expect(answer.ok && answer.value.population).toBe(709037);
});

test('tells errors apart by their code', async () => {
  const answer = await api('GET /cities/{id}', { path: { id: 'atlantis' } });
  expect(answer.ok).toBe(false);
  if (answer.ok || answer.error?.Code !== 'NotFoundError') throw new Error('a city of legend');
  expect([answer.status, answer.error.Message]).toEqual([404, 'no city atlantis in the guide']);
});

test('creates and deletes a city', async () => {
  const body = { name: 'Bergen', country: 'NO', population: 291940 };
  const created = await api('POST /cities', { body });
  expect(created).toMatchObject({ ok: true, status: 201, value: { id: 'bergen', tags: [] } });
  const removed = await api('DELETE /cities/{id}', { path: { id: 'bergen' } });
  expect(removed).toMatchObject({ ok: true, status: 204, value: undefined });
});
