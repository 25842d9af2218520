// How the gateway converts a streamed result.
import { describe, expect, test } from 'vitest';
import { toAnswer } from './proxy-result.js';
import { createStreamReader } from './stream-result.js';

const asked = { requestId: '6f2c0b7e-1d0c-4f59-9c3a-0123456789ab', time: 0, method: 'GET' };
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
