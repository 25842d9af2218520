// How the gateway converts the result of a function.
import { describe, expect, test } from 'vitest';
import { toAnswer } from './proxy-result.js';

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
  test.each<[string, unknown, unknown]>([
    ['an empty object', {}, [200, JSON_HEADERS, '']],
    ['a status as text', { statusCode: '202' }, [202, JSON_HEADERS, '']],
    [
      'nulls',
      { statusCode: 201, headers: null, multiValueHeaders: null, body: null },
      [201, JSON_HEADERS, ''],
    ],
    [
      'a content type of any case',
      { headers: { 'content-type': 'a/b' } },
      [200, ['content-type', 'a/b'], ''],
    ],
    [
      'numbers and booleans as header values',
      { headers: { 'X-N': 1, 'X-B': true } },
      [200, ['X-N', '1', 'X-B', 'true', ...JSON_HEADERS], ''],
    ],
    ['base64', { body: 'AP8=', isBase64Encoded: true }, [200, JSON_HEADERS, [0, 255]]],
    [
      'repeated headers merged, the same pair once',
      {
        headers: { A: '1', B: '1' },
        multiValueHeaders: { A: ['1', '2'], 'Set-Cookie': ['a=1', 'b=2'] },
      },
      [
        200,
        ['B', '1', 'A', '1', 'A', '2', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', ...JSON_HEADERS],
        '',
      ],
    ],
    [
      'characters outside Latin-1 in a header as UTF-8',
      { headers: { A: '→' } },
      [200, ['A', '\u00e2\u0086\u0092', ...JSON_HEADERS], ''],
    ],
  ])('%s', (_, result, expected) => {
    expect(answerOf(result)).toEqual(expected);
  });

  test('headers of the gateway come back remapped, those of the connection not at all', () => {
    const headers = {
      Date: 'd',
      Server: 's',
      Connection: 'close',
      'WWW-Authenticate': 'Basic',
      'Content-Length': '9',
      'Transfer-Encoding': 'chunked',
      Upgrade: 'h2c',
    };
    expect(answerOf({ headers })).toEqual([
      200,
      [
        'x-amzn-Remapped-Date',
        'd',
        'x-amzn-Remapped-Server',
        's',
        'x-amzn-Remapped-Connection',
        'close',
        'x-amzn-Remapped-WWW-Authenticate',
        'Basic',
        'x-amzn-Remapped-Content-Length',
        '9',
        ...JSON_HEADERS,
      ],
      '',
    ]);
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
    [
      { body: { a: 1 } },
      'its body is not a string, or is not base64 although isBase64Encoded is true',
    ],
    [
      { body: 'ä', isBase64Encoded: true },
      'its body is not a string, or is not base64 although isBase64Encoded is true',
    ],
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
