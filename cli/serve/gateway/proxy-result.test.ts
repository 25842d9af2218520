// How the gateway converts the result of a function.
import { describe, expect, test } from 'vitest';
import { toAnswer } from './proxy-result.js';
import { createStreamReader } from './stream-result.js';

const asked = { requestId: '6f2c0b7e-1d0c-4f59-9c3a-0123456789ab', time: 0, method: 'GET' };

/** Returns the response without the headers that identify the request. */
function answerOf(result: unknown, method = 'GET'): unknown {
  const answer = toAnswer(result, { ...asked, method });
  if ('kind' in answer) return answer.reason;
  const end = answer.headers.indexOf('x-amzn-RequestId');
  const body = typeof answer.body === 'string' ? answer.body : [...answer.body];
  return [answer.status, answer.headers.slice(0, end), body];
}

const JSON_HEADERS = ['Content-Type', 'application/json'];

describe('accepted', () => {
  const ok = (...headers: string[]) => [200, headers, ''];
  const NULLS = { statusCode: 201, headers: null, multiValueHeaders: null, body: null };
  const COOKIES = ['a=1', 'b=2'];
  const REPEATED = {
    headers: { A: '1', B: '1' },
    multiValueHeaders: { A: ['1', '2'], 'Set-Cookie': COOKIES },
  };
  const SET = COOKIES.flatMap((cookie) => ['Set-Cookie', cookie]);
  const MERGED = ['B', '1', 'A', '1', 'A', '2', ...SET, ...JSON_HEADERS];
  test.each<[string, unknown, unknown]>([
    ['an empty object', {}, [200, JSON_HEADERS, '']],
    ['a status as text', { statusCode: '202' }, [202, JSON_HEADERS, '']],
    ['nulls', NULLS, [201, JSON_HEADERS, '']],
    [
      'a content type of any case',
      { headers: { 'content-type': 'a/b' } },
      ok('content-type', 'a/b'),
    ],
    [
      'a number and a flag',
      { headers: { N: 1, B: true } },
      ok('N', '1', 'B', 'true', ...JSON_HEADERS),
    ],
    ['base64', { body: 'AP8=', isBase64Encoded: true }, [200, JSON_HEADERS, [0, 255]]],
    ['repeated headers merged, the same pair once', REPEATED, ok(...MERGED)],
    [
      'others than Latin-1 as UTF-8',
      { headers: { A: '→' } },
      ok('A', 'â\u0086\u0092', ...JSON_HEADERS),
    ],
  ])('%s', (_, result, expected) => {
    expect(answerOf(result)).toEqual(expected);
  });

  test('headers of the gateway come back remapped, those of the connection not at all', () => {
    const headers = {
      ...{ Date: 'd', Server: 's', Connection: 'close' },
      ...{ 'WWW-Authenticate': 'Basic', 'Content-Length': '9' },
    };
    const removed = { 'Transfer-Encoding': 'chunked', Upgrade: 'h2c' };
    const shown = Object.entries(headers).flatMap(([name, value]) => [
      `x-amzn-Remapped-${name}`,
      value,
    ]);
    expect(answerOf({ headers: { ...headers, ...removed } })).toEqual(
      ok(...shown, ...JSON_HEADERS),
    );
  });

  test.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ])('%s with status %i has no body', (method, statusCode) => {
    expect(answerOf({ statusCode, body: 'text' }, method)).toEqual([statusCode, JSON_HEADERS, '']);
  });
});

describe('malformed', () => {
  const BODY = 'its body is not a string, or is not base64 although isBase64Encoded is true';
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  test.each<[unknown, string]>([
    [undefined, 'the function returned nothing'],
    [null, 'it is null, not an object'],
    ['text', 'it is "text", not an object'],
    [[1], 'it is [1], not an object'],
    [{ hello: 'world' }, 'it has a key "hello"'],
    [{ statusCode: 'abc' }, 'its statusCode is "abc"'],
    [{ statusCode: 101 }, 'its statusCode is 101'],
    [{ statusCode: 600 }, 'its statusCode is 600'],
    [{ statusCode: 200.5 }, 'its statusCode is 200.5'],
    [{ body: { a: 1 } }, BODY],
    [{ body: 'ä', isBase64Encoded: true }, BODY],
    [{ headers: [] }, 'its headers are not an object'],
    [{ headers: { A: ['x'] } }, 'its header "A" is ["x"]'],
    [{ multiValueHeaders: { A: [{}] } }, 'its header "A" is {}'],
    [{ headers: { A: 'x\r\nB: y' } }, 'its header "x\\r\\nB: y" cannot be sent'],
    [{ headers: { 'A b': 'x' } }, 'its header "A b" cannot be sent'],
    [{ body: 'x'.repeat(6 * 1024 * 1024 + 101) }, 'it is larger than 6291556 bytes'],
    [{ body: 'é'.repeat(3 * 1024 * 1024 + 60) }, 'it is larger than 6291556 bytes'],
    [{ statusCode: 1n }, 'it cannot be written as JSON: Do not know how to serialize a BigInt'],
  ])('%o', (result, reason) => {
    expect(answerOf(result)).toBe(reason);
  });

  test('a value with a cycle', () => {
    expect(answerOf(cyclic)).toMatch(
      /^it cannot be written as JSON: Converting circular structure/,
    );
  });
});

// How the gateway converts a streamed result.

const NULS = '\0'.repeat(8);

/** Returns the response from chunks, or the reason why they are invalid. */
function read(chunks: readonly (string | Uint8Array)[], method = 'GET'): unknown {
  const reader = createStreamReader({ ...asked, method });
  const body: Uint8Array[] = [];
  for (const chunk of chunks) {
    const part = reader.read(Buffer.from(chunk));
    if ('kind' in part) return part.reason;
    body.push(part);
  }
  return reader.end()?.reason ?? { ...reader.head(), body: Buffer.concat(body).toString() };
}

const head = {
  statusCode: 201,
  headers: { 'Content-Type': 'text/plain', Date: 'today', Upgrade: 'h2c', A: 'ä' },
  multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'], A: ['ä', '2'] },
};

test('has the head that an answer with the same head has, wherever the chunks are split', () => {
  const body = `data: ä${NULS}\n\n`;
  const bytes = Buffer.from(JSON.stringify(head) + NULS + body);
  const answer = toAnswer({ ...head, body }, asked);
  for (let at = 0; at <= bytes.length; at += 1) {
    expect(read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(answer);
  }
  expect(read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(answer);
});

test.each([
  ['HEAD', 200],
  ['GET', 204],
  ['GET', 304],
])('%s with status %i has no body', (method, statusCode) => {
  const start = JSON.stringify({ statusCode }) + NULS;
  expect(read([start, 'a', 'b'], method)).toMatchObject({ status: statusCode, body: '' });
  expect(read([`${start}a`], method)).toMatchObject({ status: statusCode, body: '' });
});

describe('malformed', () => {
  const padded = (size: number): string => '{}'.padEnd(size - NULS.length) + NULS;

  test.each([
    [[], 'the function wrote nothing'],
    [['{"statusCode":200}'], 'it ends before the 8 NUL bytes'],
    [[`{}${NULS.slice(1)}`], 'it ends before the 8 NUL bytes'],
    [[`hello${NULS}`], 'its prelude is not JSON: "hello"'],
    [[`[1]${NULS}`], 'its prelude is [1], not an object'],
    [[`{"statusCode":99}${NULS}`], 'its statusCode is 99'],
    [[`{"body":"a"}${NULS}`], 'it has a key "body"'],
    [[`{"headers":{"A b":"x"}}${NULS}`], 'its header "A b" cannot be sent'],
    [[padded(16 * 1024 + 1)], 'its first 16384 bytes do not contain 8 consecutive NUL bytes'],
    [['x'.repeat(16 * 1024)], 'its first 16384 bytes do not contain 8 consecutive NUL bytes'],
  ])('%j', (chunks, reason) => {
    expect(read(chunks)).toBe(reason);
  });

  test('a prelude of 16 KB is not', () => {
    expect(read([padded(16 * 1024), 'a'])).toMatchObject({ status: 200, body: 'a' });
  });
});
