// Tests authorization: API keys, IAM, members with a token, and the sites that can read reviews.
import { testApp } from 'framework/testing';
import { afterAll, describe, expect, test } from 'vitest';

const { client, close } = await testApp('./app.ts', {
  headers: { Accept: '*/*' },
  environment: { MEMBER_TOKEN: 'test-token' },
});
afterAll(close);

describe('partners', () => {
  test('send an API key', async () => {
    const answer = await client.get('/partners/cities', { as: { apiKey: 'partner-7' } });
    expect(answer.status).toBe(200);
  });

  test('are forbidden without one', async () => {
    expect((await client.get('/partners/cities')).status).toBe(403);
  });
});

describe('our other services', () => {
  test('sign their requests', async () => {
    const userArn = 'arn:aws:sts::123456789012:assumed-role/billing/job';
    const answer = await client.get('/internal/caller', { as: { iam: { userArn } } });
    expect(answer.json()).toEqual({ caller: userArn });
  });

  test('are forbidden without a signature', async () => {
    expect((await client.get('/internal/caller')).status).toBe(403);
  });
});

describe('members', () => {
  test('are let in by the token check of the same application', async () => {
    const headers = { Authorization: 'Bearer test-token' };
    const answer = await client.get('/members/greeting', { headers });
    expect(answer.json()).toEqual({ message: 'welcome to the City Guide' });
  });

  test('are let in whatever their token is, when the test says what the check answers', async () => {
    const answer = await client.get('/members/greeting', {
      as: { authorizer: { principalId: 'member' } },
    });
    expect(answer.status).toBe(200);
  });

  test('strangers stay out', async () => {
    const headers = { Authorization: 'Bearer guess' };
    const denied = await client.get('/members/greeting', { headers });
    expect([denied.status, denied.json()]).toEqual([
      403,
      { Message: 'User is not authorized to access this resource' },
    ]);
    expect((await client.get('/members/greeting')).status).toBe(401);
  });
});

describe('reviews', () => {
  const params = { id: 'oslo' };

  test('name the origin that asked when it is one of two', async () => {
    const preflight = await client.options('/cities/{id}/reviews', {
      params,
      headers: { Origin: 'https://partner.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': 'https://partner.example',
      'access-control-allow-methods': 'GET,POST,OPTIONS',
    });
    const posted = await client.post('/cities/{id}/reviews', {
      params,
      headers: { Origin: 'https://guide.example' },
      json: { text: 'fine trams' },
    });
    expect(posted.headers['access-control-allow-origin']).toBe('https://guide.example');
    expect(posted.json()).toEqual({ reviews: ['fine trams'] });
  });

  test('name no other origin', async () => {
    const answer = await client.get('/cities/{id}/reviews', {
      params,
      headers: { Origin: 'https://elsewhere.example' },
    });
    expect(answer.headers['access-control-allow-origin']).toBe(undefined);
  });
});
