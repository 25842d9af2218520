// Tests binary bodies: photos and the compressed dump.
import { gunzipSync } from 'node:zlib';
import { testApp } from 'framework/testing';
import { afterAll, expect, test } from 'vitest';

const { client, close } = await testApp('./app.ts', { headers: { Accept: '*/*' } });
afterAll(close);

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0x00, 0xfe);
const IS_PNG = { 'Content-Type': 'image/png' };

test('gives back the bytes it was given', async () => {
  const params = { id: 'oslo' };
  const upload = await client.put('/cities/{id}/photo', { params, headers: IS_PNG, body: PNG });
  expect(upload.json()).toEqual({ id: 'oslo', bytes: PNG.length });
  const photo = await client.get('/cities/{id}/photo', {
    params,
    headers: { Accept: 'text/html,image/*;q=0.8' },
  });
  expect(photo.headers).toMatchObject({
    'content-type': 'image/png',
    'access-control-allow-origin': 'https://guide.example',
    'access-control-max-age': '600',
  });
  expect([...photo.body]).toEqual([...PNG]);
});

test('wants an Accept header that admits the photo', async () => {
  const params = { id: 'lisbon' };
  await client.put('/cities/{id}/photo', { params, headers: IS_PNG, body: PNG });
  const answer = await client.get('/cities/{id}/photo', {
    params,
    headers: { Accept: 'text/html' },
  });
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ Code: 'BadRequest' });
});

test('takes no photo without a Content-Type, nor one that is no PNG', async () => {
  const params = { id: 'oslo' };
  expect((await client.put('/cities/{id}/photo', { params, body: PNG })).status).toBe(415);
  const text = await client.put('/cities/{id}/photo', { params, headers: IS_PNG, body: 'text' });
  expect(text.json()).toEqual({
    Code: 'BadRequestError',
    Message: 'the body is not a PNG image',
  });
});

test('the dump is compressed JSON', async () => {
  const answer = await client.get('/dump');
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(answer.body).toString())).toHaveLength(4);
});
