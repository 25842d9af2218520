// The rules of custom authorizers, tested through a host: the response to a rejected client, and what the view receives for an
// accepted one.
import { describe, expect, test } from 'vitest';
import type { InProcessHost } from '../in-process-host.fixture.js';
import { CHECK_ARN, createWorld, summary } from './authorized-host.fixture.js';
import { findFunction, type FunctionOutcome } from './custom.js';
import { matchesWildcards } from './policy.js';

describe('custom', () => {
  const ALLOW_ALL = { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' };
  const ANY = 'arn:aws:execute-api:*:*:*';
  const NEAR = 'arn:aws:execute-api:us-?ast-1:*';
  const TEXTLESS: unknown = Object.create(null);

  const returned = (value: unknown): FunctionOutcome => ({ kind: 'returned', value });
  const granted = (Statement: unknown, context: unknown = { team: 'red', level: 3, isNew: true }) =>
    returned({ principalId: 'me', policyDocument: { Version: '2012-10-17', Statement }, context });
  const policyOf = (...statements: unknown[]) => {
    const outcome = granted(statements);
    return () => outcome;
  };

  const get = (world: { host: InProcessHost }, method = 'GET') =>
    world.host.request({ path: '/custom', method, headers: { 'x-token': 'abc' } }).then(summary);

  test('the function of the application is asked with the TOKEN event', async () => {
    const world = createWorld({ outcome: policyOf(ALLOW_ALL) });
    expect(await get(world)).toEqual({
      principalId: 'me',
      integrationLatency: 0,
      team: 'red',
      level: '3',
      isNew: 'true',
    });
    expect(world.asked).toEqual([
      {
        name: 'check',
        event: {
          type: 'TOKEN',
          methodArn: 'arn:aws:execute-api:us-east-1:123456789012:testapi/api/GET/custom',
          authorizationToken: 'abc',
        },
      },
    ]);
  });

  test('without a token the function is not asked', async () => {
    const world = createWorld();
    expect(summary(await world.host.request({ path: '/custom' }))).toBe(
      '401 UnauthorizedException {"message":"Unauthorized"}',
    );
    expect(world.asked).toEqual([]);
  });

  test("Error('Unauthorized') is 401", async () => {
    const world = createWorld({ outcome: () => ({ kind: 'failed', message: 'Unauthorized' }) });
    expect(await get(world)).toBe('401 UnauthorizedException {"message":"Unauthorized"}');
  });

  test.each<[string, unknown[]]>([
    ['a denial', [{ ...ALLOW_ALL, Effect: 'Deny' }]],
    ['a denial beside an allowance', [ALLOW_ALL, { ...ALLOW_ALL, Effect: 'Deny' }]],
    ['a policy for another method', [{ ...ALLOW_ALL, Resource: `${ANY}/*/POST/*` }]],
    ['a policy for another action', [{ ...ALLOW_ALL, Action: 'lambda:InvokeFunction' }]],
    ['a policy with NotResource', [{ Action: '*', Effect: 'Allow', NotResource: '*/custom' }]],
    ['a condition', [{ ...ALLOW_ALL, Condition: { IpAddress: {} } }]],
  ])('%s is 403', async (_, statements) => {
    expect(await get(createWorld({ outcome: policyOf(...statements) }))).toBe(
      '403 AccessDeniedException {"Message":"User is not authorized to access this resource"}',
    );
  });

  test.each<[string, unknown[]]>([
    ['wildcards', [{ ...ALLOW_ALL, Resource: [`${NEAR}:testapi/*/GET/cust*`] }]],
    ['a list of actions', [{ ...ALLOW_ALL, Action: ['s3:*', 'execute-api:*'] }]],
    ['NotResource', [{ Action: '*', Effect: 'Allow', NotResource: '*/other' }]],
  ])('a policy with %s allows', async (_, statements) => {
    expect(await get(createWorld({ outcome: policyOf(...statements) }))).toMatchObject({
      principalId: 'me',
    });
  });

  test.each<[string, FunctionOutcome]>([
    ['null', returned(null)],
    ['no principalId', returned({ policyDocument: { Statement: [ALLOW_ALL] } })],
    ['no policy', returned({ principalId: 'me' })],
    ['an effect that is none', granted([{ Effect: 'Maybe' }])],
    ['a Resource that is no text', granted([{ ...ALLOW_ALL, Resource: {} }])],
    ['an Action among which is no text', granted([{ ...ALLOW_ALL, Action: ['*', TEXTLESS] }])],
    ['a list in the context', granted([ALLOW_ALL], { a: [] })],
    ['another error', { kind: 'failed', message: 'boom' }],
  ])('%s is 500', async (_, outcome) => {
    expect(await get(createWorld({ outcome: () => outcome }))).toBe(
      '500 AuthorizerConfigurationException {"message":null}',
    );
  });

  test('the result is kept for five minutes and serves other methods too', async () => {
    const resource = 'arn:aws:execute-api:us-east-1:123456789012:testapi/api/GET/custom';
    const world = createWorld({ outcome: policyOf({ ...ALLOW_ALL, Resource: resource }) });
    expect(await get(world)).toMatchObject({ principalId: 'me' });
    expect(await get(world, 'DELETE')).toMatch(/^403/);
    world.now += 299_000;
    await get(world);
    expect(world.asked).toHaveLength(1);
    world.now += 2_000;
    await get(world);
    expect(world.asked).toHaveLength(2);
  });

  test('with a time to live of 0 the function is asked every time', async () => {
    const world = createWorld({ outcome: policyOf(ALLOW_ALL) });
    for (let times = 0; times < 2; times += 1) {
      const headers = { 'X-Token': 'one' };
      expect((await world.host.request({ path: '/always', headers })).status).toBe(200);
    }
    expect(world.asked).toHaveLength(2);
  });

  test.each(['/custom', '/custom/'])('a denial of GET/custom denies %s', async (path) => {
    const Resource = 'arn:aws:execute-api:*:*:testapi/api/GET/custom';
    const world = createWorld({
      outcome: policyOf(ALLOW_ALL, { ...ALLOW_ALL, Effect: 'Deny', Resource }),
    });
    expect(summary(await world.host.request({ path, headers: { 'x-token': 'abc' } }))).toMatch(
      /^403 AccessDeniedException/,
    );
  });

  test('a failure is not kept', async () => {
    const world = createWorld();
    await get(world);
    await get(world);
    expect(world.asked).toHaveLength(2);
  });

  test('a function of somebody else cannot be called', async () => {
    const { host } = createWorld();
    expect(summary(await host.request({ path: '/foreign', headers: { 'X-Token': 'a' } }))).toBe(
      '500 AuthorizerConfigurationException {"message":null}',
    );
  });

  test.each([
    [CHECK_ARN, 'check'],
    [CHECK_ARN.replace('fixture-dev-check', 'fixture-prod-check'), 'check'],
    [CHECK_ARN.replace('fixture-dev-check', 'fixture-dev-my-check'), 'my-check'],
    ['check', 'check'],
    [`${CHECK_ARN}:live`, 'check'],
    [CHECK_ARN.replace('fixture-dev-check', 'other'), undefined],
  ])('%s names %s', (uri, name) => {
    const application = { functionNames: ['check', 'my-check'], functionPrefix: 'fixture-dev' };
    expect(findFunction(uri, application)).toBe(name);
  });
});

describe('wildcards', () => {
  test.each<[string, string, boolean]>([
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['**', 'abc', true],
    ['?', '', false],
    ['?', 'a', true],
    ['?', '*', true],
    ['a*c', 'ac', true],
    ['a*c', 'abcbc', true],
    ['a*c', 'abcb', false],
    ['*b?d*', 'abcbxdz', true],
    ['a.c', 'abc', false],
    ['a+(b)[c]$', 'a+(b)[c]$', true],
    ['a*\n*b', 'a1\n2b', true],
    ['arn:*:/GET/*', 'arn:aws:x/GET/', false],
    ['arn:*/GET/*', 'arn:aws:x/GET/', true],
    ['*a', 'a\u{1F600}', false],
  ])('%j on %j: %s', (pattern, text, isMatch) => {
    expect(matchesWildcards(pattern, text)).toBe(isMatch);
  });

  test('agree with a regular expression on random patterns', () => {
    let state = 7;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * below);
    };
    const textOf = (letters: string, length: number): string =>
      Array.from({ length }, () => letters[random(letters.length)]).join('');
    for (let round = 0; round < 20_000; round++) {
      const pattern = textOf('ab*?', random(7));
      const text = textOf('ab', random(9));
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
      expect([pattern, text, matchesWildcards(pattern, text)]).toEqual([
        pattern,
        text,
        expression.test(text),
      ]);
    }
  });

  // With a regular expression, these would never end.
  test.each([
    ['many stars', `${'*a'.repeat(4000)}b`, 'a'.repeat(8000)],
    ['stars alone', `${'*'.repeat(8000)}b`, 'a'.repeat(8000)],
    ['stars and any characters', `${'*?'.repeat(2000)}b`, 'a'.repeat(8000)],
    ['one long part', `*${'a'.repeat(4000)}b`, 'a'.repeat(8000)],
  ])('%s cost no more than the product of both lengths', (_, pattern, text) => {
    expect(matchesWildcards(pattern, text)).toBe(false);
  });
});
