// The same log in the JSON format of Lambda.
import { expect, test } from 'vitest';
import { readLogLine } from './log-line.js';
import { createLogOutput } from './log-output.js';

const ID = '11111111-2222-4333-8444-555555555555';
const TIME = '2026-11-21T13:00:00.000Z';

function platform(type: string, record: object): string {
  return JSON.stringify({ time: TIME, type: `platform.${type}`, record });
}

function printed(members: object): string {
  return JSON.stringify({ timestamp: TIME, level: 'INFO', requestId: ID, ...members });
}

const OURS = { timestamp: TIME, level: 'INFO', requestId: ID, logger: 'shop' };

test.each([
  [{ ...OURS, message: 'saved', id: 3, tags: ['a'] }, 'INFO', 'shop - saved {"id":3,"tags":["a"]}'],
  [{ ...OURS, level: 'FATAL', message: 'gone' }, 'FATAL', 'shop - gone'],
  [
    { ...OURS, message: 'no', error: { name: 'Error', message: 'x', stack: 'Error: x\n    at a' } },
    'INFO',
    'shop - no\nError: x\n    at a',
  ],
])('a line of app.log with fields: %j', (line, level, text) => {
  expect(readLogLine(JSON.stringify(line))).toEqual({
    ...{ kind: 'text', requestId: ID, level, text, isFailure: false },
  });
});

test('the line of a request', () => {
  const line = {
    timestamp: TIME,
    level: 'INFO',
    type: 'framework.request',
    route: 'GET /',
    path: '/',
    status: 200,
  };
  expect(readLogLine(JSON.stringify(line))).toEqual({
    ...{ kind: 'served', route: 'GET /', path: '/', status: 200 },
  });
});

test('a request is one block as with text', () => {
  const output = createLogOutput({
    form: 'screen',
    name: 'shop-dev',
    look: { hasColor: false },
    withLambda: false,
    isFiltered: false,
  });
  const stackTrace = ['Error: no such place', '    at city (app.ts:11:35)'];
  const metrics = {
    durationMs: 12.3,
    billedDurationMs: 13,
    memorySizeMB: 128,
    maxMemoryUsedMB: 64,
    initDurationMs: 181.4,
  };
  const messages = [
    platform('initStart', { initializationType: 'on-demand', phase: 'init' }),
    JSON.stringify({ timestamp: TIME, level: 'INFO', message: 'loading' }),
    platform('start', { requestId: ID, version: '$LATEST' }),
    printed({ message: { asked: 'oslo' } }),
    printed({ level: 'ERROR', message: { errorType: 'Error', stackTrace } }),
    'framework {"route":"GET /","path":"/","status":200}',
    platform('report', { requestId: ID, metrics, status: 'success' }),
  ];
  const shown = messages.flatMap((message, index) =>
    output.add({ id: String(index), stream: 's', timestamp: 0, ingestedAt: 0, message }),
  );
  expect(shown.join('').replace(/^.{19}/, 'TIME')).toBe(
    `TIME  GET /  200  12 ms  cold start 181 ms  64 of 128 MB
  loading
  {"asked":"oslo"}
  ERROR Error: no such place
      at city (app.ts:11:35)
`,
  );
});

test.each([
  '{"level":30,"time":1,"msg":"of a library"}',
  '{"type":"platform.start","mine":true}',
  `{"timestamp":"${TIME}","level":"INFO","requestId":"mine","message":"of a library"}`,
  `{"timestamp":"${TIME}","level":"INFO","message":"of a library","service":"shop"}`,
  '{no JSON}',
  '{"a":1}',
])('%s is what the application printed', (text) => {
  expect(readLogLine(text)).toMatchObject({ kind: 'text', text });
});

test.each(['screen', 'plain', 'json'] as const)(
  'what a function has printed steers no terminal: %s',
  (form) => {
    const output = createLogOutput({
      form,
      name: 'shop-dev',
      look: { hasColor: false },
      withLambda: false,
      isFiltered: false,
    });
    const hostile = '\u001b[2J\u009b2J\u2028\u202ex';
    const line = printed({ logger: 'shop', level: hostile, message: `a\tb\n${hostile}` });
    const shown = [
      ...output.add({ id: '1', stream: 's', timestamp: 0, ingestedAt: 0, message: line }),
      ...output.flush(),
    ].join('');
    expect(shown).toContain('shop - a');
    expect(shown.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  },
);
