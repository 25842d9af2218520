// Tests the views of cities, with cities in memory and in a table: queries, captures, validation, typed errors, CORS.
import { testApp } from 'framework/testing';
import { afterAll, describe, expect, test } from 'vitest';
import type { Routes } from '../client.js';
import { openTable } from './table.js';

const table = await openTable();
// Required because JSON is a binary type in the guide.
const headers = { Accept: 'application/json' };
const inMemory = await testApp<Routes>('./app.ts', { headers });
const inTable = await testApp<Routes>('./app.ts', { headers, environment: table.environment });
afterAll(async () => {
  await Promise.all([inMemory.close(), inTable.close()]);
  await table.close();
});

describe.each([
  { place: 'memory', client: inMemory.client },
  { place: 'a table of DynamoDB', client: inTable.client },
])('with cities in $place', ({ client }) => {
  test('lists the cities of the data file', async () => {
    const answer = await client.get('/cities', { query: { tag: 'coffee', limit: 1 } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
    });
    const tags = ['coast', 'coffee'];
    const seattle = { id: 'seattle', name: 'Seattle', country: 'US', population: 737015, tags };
    expect(answer.json()).toEqual({ cities: [seattle], total: 2 });
  });

  test('refuses a query parameter that makes no sense', async () => {
    const answer = await client.get('/cities', { query: { limit: 0 } });
    expect(answer.status).toBe(400);
    const problem = {
      at: '/query/limit',
      expected: 'integer, at least 1, at most 999',
      rule: 'minimum',
    };
    expect(answer.json()).toEqual({
      Code: 'BadRequestError',
      Message: 'query/limit: integer, at least 1, at most 999',
      Problems: [problem],
    });
  });

  test('answers 404 with CORS headers for a city it does not know', async () => {
    const answer = await client.get('/cities/{id}', { params: { id: 'São Paulo%25' } });
    expect(answer.status).toBe(404);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.json()).toEqual({
      Code: 'NotFoundError',
      Message: 'no city São Paulo%25 in the guide',
    });
  });

  test('creates, replaces and deletes a city', async () => {
    const porto = { name: 'São João', country: 'PT', population: 21102, tags: ['wine'] };
    const created = await client.post('/cities', { json: porto });
    expect(created.status).toBe(201);
    expect(created.headers['location']).toBe('/cities/sao-joao');
    expect(created.json()).toEqual({ id: 'sao-joao', ...porto });

    const again = await client.post('/cities', { json: porto });
    expect(again.status).toBe(409);
    expect(again.json()).toMatchObject({ Message: 'São João is already in the guide' });

    const params = { id: 'sao-joao' };
    const replaced = await client.put('/cities/{id}', {
      params,
      json: { ...porto, population: 21103 },
    });
    expect(replaced.json()).toMatchObject({ population: 21103 });

    expect((await client.delete('/cities/{id}', { params })).status).toBe(204);
    expect((await client.get('/cities/{id}', { params })).status).toBe(404);
  });

  test('names everything that is wrong with a city', async () => {
    const answer = await client.post('/cities', {
      json: { name: '', country: 'Portugal', population: -1 },
    });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      Code: 'BadRequestError',
      Problems: [{ at: '/body/name' }, { at: '/body/country' }, { at: '/body/population' }],
    });
  });

  test('takes JSON alone', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const broken = await client.post('/cities', { headers, body: '{"name":' });
    expect([broken.status, broken.json()]).toEqual([
      400,
      { Code: 'BadRequestError', Message: 'Error Parsing JSON' },
    ]);
    const table = await client.post('/cities', {
      headers: { 'Content-Type': 'text/csv; charset=utf-8' },
      body: 'a,b',
    });
    expect([table.status, table.json()]).toEqual([
      415,
      { message: 'Unsupported Media Type: text/csv' },
    ]);
  });

  test('answers the preflight of a path with all its methods', async () => {
    const { headers } = await client.options('/cities/{id}', { params: { id: 'oslo' } });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-methods']?.split(',').sort()).toEqual([
      'DELETE',
      'GET',
      'OPTIONS',
      'PUT',
    ]);
  });
});
