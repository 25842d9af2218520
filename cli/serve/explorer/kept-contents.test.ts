// What the page stores of a request: no secret, and nothing long.
import { expect, test } from 'vitest';
import { keptContents, LONGEST_KEPT, maskedTarget, secretNames } from './kept-contents.js';

const secrets = secretNames(
  {
    partner: { type: 'apiKey', in: 'query', name: 'api key' },
    device: { type: 'apiKey', in: 'header', name: 'X-Device' },
    user: { type: 'http', scheme: 'bearer' },
  },
  [
    {
      kind: 'custom',
      name: 'Gate',
      header: 'X-Gate',
      function: 'gate',
      ttlSeconds: 0,
    } as unknown as Parameters<typeof secretNames>[1][number], // because only the header is read
  ],
);

test('the values of secrets are masked, in requests and in answers', () => {
  const secret = ['authorization', 'Cookie', 'X-Api-Key', 'x-device', 'X-GATE'];
  const { headers, answer } = keptContents(
    {
      headers: [...secret.flatMap((name) => [name, 'hidden']), 'X-Trace', '1'],
      body: undefined,
      answer: { status: 200, headers: ['Set-Cookie', 'sid=hidden', 'X-Made', 'yes'], body: '' },
      log: '',
    },
    1,
    secrets,
  );
  expect(headers).toEqual([...secret.map((name) => [name, '***']), ['X-Trace', '1']]);
  expect(answer.headers).toEqual([
    ['Set-Cookie', '***'],
    ['X-Made', 'yes'],
  ]);
  expect(maskedTarget('/a?x=1&api+key=hidden&api%20key=h', secrets)).toBe(
    '/a?x=1&api+key=***&api%20key=***',
  );
  expect(maskedTarget('/a?', secrets)).toBe('/a?');
});

test('a long body is not kept, and a long answer and log are cut', () => {
  const long = 'x'.repeat(LONGEST_KEPT + 1);
  const contents = keptContents(
    {
      headers: [],
      body: Buffer.from(long),
      answer: { status: 200, headers: [], body: long },
      log: long,
    },
    1,
    secrets,
  );
  expect(contents).toMatchObject({ isBodyLost: true, answer: { isCut: true, size: long.length } });
  expect(contents).not.toHaveProperty('body');
  expect(contents.answer.body).toEqual({ text: long.slice(1) });
  expect(contents.answer.log).toBe(long.slice(1));
});
