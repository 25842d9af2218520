// Authorizers under attack: whatever a request contains and a function returns, the gateway sends a correct response.
import { UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { isFull, sampleOf } from '../../../../test/support/sample.js';
import type { AuthorizerEntry } from '../../../../runtime/contract/manifest.js';
import type { Authorize } from '../authorization.js';
import { createInProcessHost, type HostRequest } from '../in-process-host.fixture.js';
import { manifestOf } from '../manifest-of.fixture.js';
import { createAuthorize } from './authorize.js';
import type { FunctionOutcome } from './custom.js';
import {
  ISSUER,
  type Fields,
  NAMES,
  SCRAPS,
  HEADERS,
  tokenOf,
  queryOf,
  authorizationOf,
  headerText,
  nested,
  deepList,
  statementOf,
  throwing,
  withoutPrototype,
  randomNumbers,
} from './hostile-values.fixture.js';

const POOL = 'arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_AbCdEfGhI';
const AUTHORIZERS: AuthorizerEntry[] = [
  { kind: 'iam', name: 'IAM' },
  { kind: 'userPool', name: 'Pool', header: 'Authorization', providerArns: [POOL] },
  {
    kind: 'custom',
    name: 'Check',
    header: 'X-Token',
    authorizerUri: 'arn:aws:lambda:us-east-1:123456789012:function:fixture-dev-check',
  },
];
const MANIFEST = manifestOf(
  [
    { path: '/iam', authorizer: 'IAM' },
    { path: '/pool', authorizer: 'Pool' },
    { path: '/custom', authorizer: 'Check' },
  ],
  { authorizers: AUTHORIZERS, functions: ['check'] },
);

function hostWith(authorize: Authorize) {
  return createInProcessHost({ manifest: MANIFEST, handler: () => ({ body: 'in' }), authorize });
}

/** Returns `status type` of the response to a request, with a function that behaves in the given way. */
async function ask(
  request: HostRequest,
  invokeFunction: () => Promise<FunctionOutcome> = () =>
    Promise.resolve({ kind: 'returned', value: null }),
): Promise<string> {
  const host = hostWith(
    createAuthorize({
      functionNames: ['check'],
      functionPrefix: 'fixture-dev',
      invokeFunction,
      now: Date.now,
      credentials: { accessKeyId: 'local', secretAccessKey: 'secret' },
      accountId: '123456789012',
    }),
  );
  const { status, headers } = await host.request(request);
  return `${status} ${headers['x-amzn-errortype'] ?? ''}`.trim();
}

const UNAUTHORIZED = '401 UnauthorizedException';
const BROKEN = '500 AuthorizerConfigurationException';

describe('user pool', () => {
  const withClaims = (claims: string) =>
    ask({ path: '/pool', headers: { Authorization: tokenOf(claims) } });
  const GOOD = `"iss":"${ISSUER}","token_use":"id","exp":4000000000`;

  test('a token of the pool is admitted', async () => {
    expect(await withClaims(`{${GOOD}}`)).toBe('200');
    const token = new UnsecuredJWT({ iss: ISSUER, token_use: 'id', exp: 4e9 }).encode();
    expect(await ask({ path: '/pool', headers: { Authorization: token } })).toBe('200');
  });

  test.each([
    ['an issuer that is an object', `{"iss":{"toString":null,"valueOf":null}}`],
    ['an issuer in a list', `{"iss":["${ISSUER}"],"token_use":"id","exp":4000000000}`],
    ['a token_use that is nested deep', `{"iss":"${ISSUER}","token_use":${nested(5000)}}`],
    ['no exp', `{"iss":"${ISSUER}","token_use":"id"}`],
    ['an exp in words', `{"iss":"${ISSUER}","token_use":"id","exp":"never"}`],
    ['an exp that is a text of digits', `{"iss":"${ISSUER}","token_use":"id","exp":"4000000000"}`],
    ['an exp that is an object', `{"iss":"${ISSUER}","token_use":"id","exp":{"toString":1}}`],
    ['an exp that is true', `{"iss":"${ISSUER}","token_use":"id","exp":true}`],
    ['an exp that is no number of JSON', `{"iss":"${ISSUER}","token_use":"id","exp":1e999}`],
    ['a claim that is nested deep in lists', `{${GOOD},"x":${nested(5000)}}`],
    ['claims that are a list', '[]'],
    ['claims that are null', 'null'],
  ])('%s is 401', async (_, claims) => {
    expect(await withClaims(claims)).toBe(UNAUTHORIZED);
  });

  test.each([
    ['a list of objects without a text form', `{${GOOD},"x":[{"toString":null}]}`],
    ['a date that is none', `{${GOOD},"iat":1e300}`],
    ['null', `{${GOOD},"x":null}`],
    ['the name of a prototype', `{${GOOD},"__proto__":"x"}`],
  ])('a claim with %s is admitted', async (_, claims) => {
    expect(await withClaims(claims)).toBe('200');
  });
});

describe('IAM', () => {
  const QUERY = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'local/20261122/us-east-1/execute-api/aws4_request',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': 'a'.repeat(64),
    'X-Amz-Date': '20261122T000000Z',
  };
  const presigned = (query: Record<string, string>) =>
    ask({ path: `/iam?${new URLSearchParams({ ...QUERY, ...query }).toString()}` });

  test.each(['-1e300', '-1', '0', '1e300', 'Infinity', 'never', '', '604801', '1.5', '0x10'])(
    'X-Amz-Expires=%s is 403',
    async (expires) => {
      expect(await presigned({ 'X-Amz-Expires': expires })).toBe(
        '403 IncompleteSignatureException',
      );
    },
  );

  test.each(['+275760-09-13', '20261122', '99999999T999999Z', '20261122T000000Z ', 'x'.repeat(99)])(
    'X-Amz-Date=%s is 403',
    async (date) => {
      expect(await presigned({ 'X-Amz-Date': date })).toBe('403 IncompleteSignatureException');
    },
  );

  test.each(['\u00e9', '\u{1F600}', 'a'])('a signature of 64 letters %s is 403', async (letter) => {
    const today = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
    const signature = letter.repeat(64 / letter.length);
    const query = {
      'X-Amz-Date': today,
      'X-Amz-Credential': `local/${today.slice(0, 8)}/us-east-1/execute-api/aws4_request`,
      'X-Amz-Signature': signature,
    };
    expect(await presigned(query)).toBe('403 InvalidSignatureException');
  });
});

describe('custom', () => {
  const request = { path: '/custom', headers: { 'X-Token': 'abc' } };
  const withoutText: unknown = JSON.parse('{"toString":null,"valueOf":null}');

  test.each<[string, unknown]>([
    ['a Resource without a text form', statementOf({ Resource: withoutText })],
    ['an Action without a text form', statementOf({ Action: [withoutText] })],
    [
      'a Statement nested deep',
      { principalId: 'a', policyDocument: { Statement: deepList(5000) } },
    ],
    ['a policy that throws', { principalId: 'a', policyDocument: throwing() }],
    ['a context that throws', { ...statementOf({}), context: { a: throwing() } }],
    ['a result that throws', throwing()],
  ])('%s is 500', async (_, value) => {
    expect(await ask(request, () => Promise.resolve({ kind: 'returned', value }))).toBe(BROKEN);
  });

  test('a function that cannot be called is 500', async () => {
    expect(await ask(request, () => Promise.reject(new Error('no worker')))).toBe(BROKEN);
    expect(
      await ask(request, () => {
        throw new Error('no worker');
      }),
    ).toBe(BROKEN);
  });
});

test('whatever an authorizer throws is 500', async () => {
  for (const error of [new Error('x'), 'text', null, undefined, withoutPrototype(), throwing()]) {
    const raising: Authorize[] = [
      () => {
        throw error;
      },
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- code of others rejects with anything
      () => Promise.reject(error),
    ];
    for (const authorize of raising) {
      expect((await hostWith(authorize).request({ path: '/iam' })).status).toBe(500);
    }
  }
});

const ROUNDS = Array.from({ length: 3000 }, (_, round) => round);

test('requests and answers, each good but for a few members, are answered', async () => {
  let random = randomNumbers(0);
  const pick = <T>(list: readonly [T, ...T[]]): T =>
    list[Math.floor(random() * list.length)] ?? list[0];
  const scrap = (depth = 0): unknown => {
    const isNested = depth < 4 && random() < 0.3;
    if (!isNested) return pick(SCRAPS);
    return random() < 0.5 ? [scrap(depth + 1)] : { [pick(NAMES)]: scrap(depth + 1) };
  };
  /** Replaces up to two members with other values. */
  const spoiled = (good: Fields): Fields => {
    const members = Object.entries(good);
    for (let left = Math.floor(random() * 3); left > 0; left--) {
      const at = Math.floor(random() * members.length);
      const name = random() < 0.8 ? (members[at]?.[0] ?? '') : pick(NAMES);
      members.splice(at, 1, [name, scrap()]);
    }
    return Object.fromEntries(members);
  };
  const today = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
  const answers = new Set<string>();
  for (const round of sampleOf('hostile requests', ROUNDS, 5)) {
    random = randomNumbers(round);
    const claims = spoiled({ iss: ISSUER, token_use: 'id', exp: 4e9, iat: 1, sub: 'a' });
    const statement = spoiled({ Effect: pick(['Allow', 'Deny']), Action: '*', Resource: '*' });
    const value = spoiled({
      principalId: 'a',
      policyDocument: spoiled({ Version: '2012-10-17', Statement: [statement] }),
      context: spoiled({ level: 3, name: 'x' }),
    });
    const signature = spoiled({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': `local/${today.slice(0, 8)}/us-east-1/execute-api/aws4_request`,
      'X-Amz-SignedHeaders': 'host;x-a;__proto__',
      'X-Amz-Signature': 'a'.repeat(64),
      'X-Amz-Date': today,
      'X-Amz-Expires': '60',
    });
    const path = pick(['/iam', '/iam', '/pool', '/custom', '/custom/']);
    const isHeader = random() < 0.5;
    const headers = {
      'X-Token': headerText(scrap()),
      'X-Amz-Date': headerText(signature['X-Amz-Date']),
      [pick(HEADERS)]: headerText(scrap()),
      Authorization:
        path === '/pool' ? tokenOf(JSON.stringify(claims)) : authorizationOf(signature),
    };
    const query = isHeader ? '' : `?${queryOf(signature)}`;
    const answer = await ask({ path: `${path}${query}`, headers }, () =>
      Promise.resolve({ kind: 'returned', value: random() < 0.1 ? scrap() : value }),
    );
    answers.add(`${path.replace(/\/$/, '')} ${answer}`);
  }
  const possible = [
    '/custom 200',
    '/custom 401 UnauthorizedException',
    '/custom 403 AccessDeniedException',
    '/custom 500 AuthorizerConfigurationException',
    '/iam 403 IncompleteSignatureException',
    '/iam 403 InvalidSignatureException',
    '/iam 403 UnrecognizedClientException',
    '/pool 200',
    '/pool 401 UnauthorizedException',
  ];
  if (isFull) expect([...answers].sort()).toEqual(possible);
  expect(possible).toEqual(expect.arrayContaining([...answers]));
});
