// Tests that a walk is streamed word by word, and that an unknown city is an ordinary error.
import { testApp } from 'framework/testing';
import { afterAll, expect, test } from 'vitest';
import type { Routes } from '../client.js';

const { client, close } = await testApp<Routes>('./app.ts');
afterAll(close);

test('tells of what the city is known for', async () => {
  const answer = await client.get('/cities/{id}/walk', { params: { id: 'oslo' } });
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.text()).toMatch(/^It is early in Oslo\. .*a ferry leaves.* the lamps go on\. \n$/);
});

test('does not begin in a city of legend', async () => {
  const answer = await client.get('/cities/{id}/walk', { params: { id: 'atlantis' } });
  expect(answer.status).toBe(404);
  expect(answer.json()).toMatchObject({ Code: 'NotFoundError' });
});
