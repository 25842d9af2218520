// The city guide over HTTP: what `npm start` serves.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveExample, type ServedExample } from './served-example.js';

let example: ServedExample;
beforeAll(async () => {
  example = await serveExample();
});
afterAll(() => example.stop());

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from(Array.from({ length: 256 }, (_, at) => at)),
]);

type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
};

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${example.url}${path}`, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? '' : JSON.parse(text),
  };
}

function send(method: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

describe('cities', () => {
  test('lists the cities of the data file', async () => {
    const { status, headers, body } = await ask('/cities?tag=coffee&limit=1');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body).toEqual({
      cities: [
        {
          id: 'seattle',
          name: 'Seattle',
          country: 'US',
          population: 737015,
          tags: ['coast', 'coffee'],
        },
      ],
      total: 2,
    });
  });

  test('refuses a query parameter that makes no sense', async () => {
    const { status, body } = await ask('/cities?limit=many');
    expect({ status, body }).toEqual({
      status: 400,
      body: { Code: 'BadRequestError', Message: 'limit must be a number from 1 to 999' },
    });
  });

  test('answers 404 with CORS headers for a city it does not know', async () => {
    const { status, headers, body } = await ask('/cities/atlantis');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect({ status, body }).toEqual({
      status: 404,
      body: { Code: 'NotFoundError', Message: 'no city atlantis in the guide' },
    });
  });

  test('decodes a capture once', async () => {
    const { body } = await ask('/cities/S%C3%A3o%20Paulo%2525');
    expect(body).toEqual({
      Code: 'NotFoundError',
      Message: 'no city São Paulo%25 in the guide',
    });
  });

  test('creates, replaces and deletes a city', async () => {
    const porto = { name: 'São João', country: 'PT', population: 21102, tags: ['wine'] };
    const created = await ask('/cities', send('POST', porto));
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe('/cities/sao-joao');
    expect(created.body).toEqual({ id: 'sao-joao', ...porto });

    const again = await ask('/cities', send('POST', porto));
    expect({ status: again.status, body: again.body }).toEqual({
      status: 409,
      body: { Code: 'ConflictError', Message: 'São João is already in the guide' },
    });

    const replaced = await ask('/cities/sao-joao', send('PUT', { ...porto, population: 21103 }));
    expect(replaced.body).toEqual({ id: 'sao-joao', ...porto, population: 21103 });

    const removed = await ask('/cities/sao-joao', { method: 'DELETE' });
    expect({ status: removed.status, body: removed.body }).toEqual({ status: 204, body: '' });
    expect((await ask('/cities/sao-joao')).status).toBe(404);
  });

  test('names everything that is wrong with a city', async () => {
    const { status, body } = await ask('/cities', send('POST', { name: '', country: 'Portugal' }));
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        Code: 'UnprocessableEntityError',
        Message:
          'name must be a text of 1 to 80 characters; country must be two letters, for example PT; population must be a whole number, 0 or more',
      },
    });
  });

  test('answers 400 to a body that is not JSON', async () => {
    const { status, body } = await ask('/cities', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":',
    });
    expect({ status, body }).toEqual({
      status: 400,
      body: { Code: 'BadRequestError', Message: 'Error Parsing JSON' },
    });
  });

  test('answers 415 to another media type', async () => {
    const { status, body } = await ask('/cities', {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv; charset=utf-8' },
      body: 'a,b',
    });
    expect({ status, body }).toEqual({
      status: 415,
      body: { message: 'Unsupported Media Type: text/csv' },
    });
  });

  test('answers the preflight of a path with all its methods', async () => {
    const { headers } = await ask('/cities/oslo', { method: 'OPTIONS' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')?.split(',').sort()).toEqual([
      'DELETE',
      'GET',
      'OPTIONS',
      'PUT',
    ]);
    expect(headers.get('access-control-allow-headers')).toBe(
      'Content-Type,X-Cloud-Date,Authorization,X-Api-Key,X-Cloud-Security-Token',
    );
  });
});

describe('photos', () => {
  test('gives back the bytes it was given', async () => {
    const upload = await ask('/cities/oslo/photo', {
      method: 'PUT',
      headers: { 'Content-Type': 'image/png' },
      body: PNG,
    });
    expect({ status: upload.status, body: upload.body }).toEqual({
      status: 200,
      body: { id: 'oslo', bytes: PNG.length },
    });
    const response = await fetch(`${example.url}/cities/oslo/photo`, {
      headers: { Accept: 'text/html,image/*;q=0.8' },
    });
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('access-control-allow-origin')).toBe('https://guide.example');
    expect(response.headers.get('access-control-max-age')).toBe('600');
    expect(digest(Buffer.from(await response.arrayBuffer()))).toBe(digest(PNG));
  });

  test('wants an Accept header that admits the photo', async () => {
    await ask('/cities/lisbon/photo', {
      method: 'PUT',
      headers: { 'Content-Type': 'image/png' },
      body: PNG,
    });
    const { status, body } = await ask('/cities/lisbon/photo', {
      headers: { Accept: 'text/html' },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ Code: 'BadRequest' });
  });

  test('takes no photo without a Content-Type, nor one that is no PNG', async () => {
    const untyped = await ask('/cities/oslo/photo', { method: 'PUT', body: new Uint8Array(PNG) });
    expect(untyped.status).toBe(415);
    const text = await ask('/cities/oslo/photo', {
      method: 'PUT',
      headers: { 'Content-Type': 'image/png' },
      body: 'not a picture',
    });
    expect(text.body).toEqual({
      Code: 'BadRequestError',
      Message: 'the body is not a PNG image',
    });
  });
});

describe('reviews', () => {
  test('names the origin that asked when it is one of two', async () => {
    const preflight = await ask('/cities/oslo/reviews', {
      method: 'OPTIONS',
      headers: { Origin: 'https://partner.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://partner.example');
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,POST,OPTIONS');

    const posted = await ask(
      '/cities/oslo/reviews',
      send('POST', { text: 'fine trams' }, { Origin: 'https://guide.example' }),
    );
    expect(posted.headers.get('access-control-allow-origin')).toBe('https://guide.example');
    expect(posted.body).toEqual({ reviews: ['fine trams'] });
  });

  test('names no other origin', async () => {
    const { headers } = await ask('/cities/oslo/reviews', {
      headers: { Origin: 'https://elsewhere.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBe(null);
  });
});

describe('the rest', () => {
  test('answers with compressed JSON that a client unpacks', async () => {
    const { headers, body } = await ask('/dump');
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(body).toHaveLength(4);
  });

  test('serves a route of frameworklib with a variable of the configuration', async () => {
    const { body } = await ask('/status');
    expect(body).toEqual({ guide: 'City Guide', cities: 4 });
  });

  test('lets a member in when the token check of the same application agrees', async () => {
    const member = await ask('/members/greeting', {
      headers: { Authorization: 'Bearer open-sesame' },
    });
    expect({ status: member.status, body: member.body }).toEqual({
      status: 200,
      body: { message: 'welcome to the City Guide' },
    });
  });

  test('keeps strangers out', async () => {
    const denied = await ask('/members/greeting', {
      headers: { Authorization: 'Bearer open-sesamo' },
    });
    expect({ status: denied.status, body: denied.body }).toEqual({
      status: 403,
      body: { Message: 'User is not authorized to access this resource' },
    });
    expect((await ask('/members/greeting')).status).toBe(401);
    expect((await ask('/partners/cities')).status).toBe(403);
    expect((await ask('/internal/caller')).status).toBe(403);
  });

  test('answers 403 to a path that no route has', async () => {
    const { status, body } = await ask('/nowhere');
    expect({ status, body }).toEqual({
      status: 403,
      body: { message: 'Missing Authentication Token' },
    });
  });
});

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
