// Tests the lambda functions and a view of frameworklib, and mocks a module.
import { testApp } from 'framework/testing';
import { afterAll, expect, test, vi } from 'vitest';

vi.mock('../frameworklib/cities.json', () => ({
  default: [{ id: 'a', name: 'A', country: 'AA', population: 1, tags: [] }],
}));

const { client, close } = await testApp('./app.ts', { headers: { Accept: '*/*' } });
afterAll(close);

test('the ranking names the most populous cities', async () => {
  expect(await client.invoke('ranking', { top: 1 })).toEqual([
    { rank: 1, name: 'Vienna', population: 1982097 },
  ]);
});

test('a new stage is filled once', async () => {
  expect(await client.invoke('seed', {})).toEqual({ added: 0 });
});

test('its schedule asks for three', async () => {
  expect((await client.schedule('ranking').run()).result).toHaveLength(3);
});

test('a city that arrives through the queue is in the guide', async () => {
  const graz = { name: 'Graz', country: 'AT', population: 302749 };
  const { failed, logs } = await client
    .sqs('arrival')
    .sendBatch([graz, { ...graz, country: 'Austria' }, graz]);
  expect(failed).toEqual([{ index: 1, id: expect.any(String) }]);
  expect(logs).toContain('arrived: graz');
  expect(logs).toMatch(/Refused message .* of arrival: body\/country/);
});

test('the status has a variable of the configuration', async () => {
  expect((await client.get('/status')).json()).toEqual({ guide: 'City Guide', cities: 4 });
});

test('an application that the test loads has the mocks of the test', async () => {
  const mocked = await testApp('./app.ts', {
    headers: { Accept: '*/*' },
    load: () => import('../app.js'),
  });
  expect(await mocked.client.invoke('ranking', { top: 3 })).toEqual([
    { rank: 1, name: 'A', population: 1 },
  ]);
  expect((await mocked.client.get('/status')).json()).toEqual({ guide: 'City Guide', cities: 1 });
  await mocked.close();
});
