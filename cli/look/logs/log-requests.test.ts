// How events are grouped into requests and lines.
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../cloud/services/logs.js';
import { readLogLine } from './log-line.js';
import { createLogOutput } from './log-output.js';
import { processorTime } from '../../../test/support/processor-time.js';
import { hasFrames, mapFrames, readSourceMap } from './deployed-maps.js';

const ID = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-2222-4333-8444-555555555555';
const TIME = Date.UTC(2026, 10, 21, 13, 0, 0);

function events(messages: readonly string[], stream = 's'): LogEvent[] {
  return messages.map((message, index) => ({
    id: `${stream}${index}`,
    stream,
    timestamp: TIME + index,
    ingestedAt: TIME + index,
    message: `${message}\n`,
  }));
}

function report(id: string, more = ''): string {
  return `REPORT RequestId: ${id}\tDuration: 12.34 ms\tBilled Duration: 13 ms\tMemory Size: 128 MB\tMax Memory Used: 64 MB${more}`;
}

function output(form: 'screen' | 'plain' | 'json', name = 'shop-dev') {
  return createLogOutput({
    form,
    name,
    look: { hasColor: false },
    withLambda: false,
    isFiltered: false,
  });
}

function screen(messages: readonly string[]): string {
  const shown = output('screen');
  const all = events(messages).flatMap((event) => shown.add(event));
  return [...all, ...shown.flush()].join('').replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME');
}

describe('on a screen', () => {
  test('what is printed while the application is loaded belongs to the first request', () => {
    expect(
      screen([
        'INIT_START Runtime Version: nodejs:24.v1',
        `2026-11-21T13:00:00.000Z\tundefined\tINFO\tloading`,
        `START RequestId: ${ID} Version: $LATEST`,
        'framework {"route":"GET /","path":"/","status":204}',
        report(ID, '\tInit Duration: 181.2 ms'),
      ]),
    ).toBe('TIME  GET /  204  12 ms  cold start 181 ms  64 of 128 MB\n  loading\n');
  });

  test('a stream is shown with its first byte, which its line is written at', () => {
    const messages = [
      `START RequestId: ${ID} Version: $LATEST`,
      'framework {"route":"GET /","path":"/","status":200}',
      report(ID),
    ];
    const shown = (name: string): string => {
      const groups = output('screen', name);
      const all = events(messages).map((event, index) => ({ ...event, timestamp: index * 120 }));
      return all
        .flatMap((event) => groups.add(event))
        .join('')
        .slice('2026-11-21 14:03:21'.length);
    };
    expect(shown('stream_handler')).toBe('  GET /  200  12 ms  first byte 120 ms  64 of 128 MB\n');
    expect(shown('shop-dev')).toBe('  GET /  200  12 ms  64 of 128 MB\n');
  });

  test('a request whose end did not come is shown as running', () => {
    expect(screen([`START RequestId: ${ID} Version: $LATEST`, 'working'])).toBe(
      'TIME  shop-dev  running\n  working\n',
    );
  });

  test('a request whose beginning lies before the time is shown with what there is', () => {
    expect(screen(['working', report(ID)])).toBe(
      'TIME  shop-dev  ok  12 ms  64 of 128 MB\n  working\n',
    );
  });

  test('a line that comes after the end of its request is not lost', () => {
    const late = `2026-11-21T13:00:00.000Z\t${ID}\tERROR\tlate`;
    expect(
      screen([
        `START RequestId: ${ID}`,
        report(ID),
        `START RequestId: ${OTHER}`,
        late,
        report(OTHER),
      ]),
    ).toBe(
      'TIME  shop-dev  ok  12 ms  64 of 128 MB\nTIME  shop-dev  ok\n  ERROR late\nTIME  shop-dev  ok  12 ms  64 of 128 MB\n',
    );
  });

  test('a line that comes between two requests stays with the first', () => {
    const late = `2026-11-21T13:00:00.000Z\t${ID}\tERROR\tlate`;
    const requests = [`START RequestId: ${ID}`, report(ID), late, `START RequestId: ${OTHER}`];
    expect(screen([...requests, report(OTHER)])).toBe(
      'TIME  shop-dev  ok  12 ms  64 of 128 MB\nTIME  shop-dev  ok\n  ERROR late\nTIME  shop-dev  ok  12 ms  64 of 128 MB\n',
    );
  });

  test('an event that is tried again is a block again', () => {
    const line = `2026-11-21T13:00:00.000Z\t${ID}\tINFO\tonce more`;
    const start = `START RequestId: ${ID}`;
    expect(screen([start, report(ID), start, line, report(ID)])).toBe(
      'TIME  shop-dev  ok  12 ms  64 of 128 MB\nTIME  shop-dev  ok  12 ms  64 of 128 MB\n  once more\n',
    );
  });

  test('an empty line of the application is an empty line', () => {
    const empty = `2026-11-21T13:00:00.000Z\t${ID}\tINFO\t`;
    expect(screen([`START RequestId: ${ID}`, empty, 'after', report(ID)])).toBe(
      'TIME  shop-dev  ok  12 ms  64 of 128 MB\n  \n  after\n',
    );
  });

  test('what the application prints is no beginning of a request', () => {
    expect(screen([`START RequestId: ${ID}`, 'START RequestId: mine', report(ID)])).toBe(
      'TIME  shop-dev  ok  12 ms  64 of 128 MB\n  START RequestId: mine\n',
    );
  });

  test('a function that ended itself is a failure', () => {
    expect(
      screen([
        `START RequestId: ${ID}`,
        `RequestId: ${ID} Error: Runtime exited with error: exit status 1\nRuntime.ExitError`,
        report(ID, '\tStatus: error\tError Type: Runtime.ExitError'),
      ]),
    ).toBe(
      'TIME  shop-dev  failed  12 ms  64 of 128 MB\n  ERROR Runtime exited with error: exit status 1\n  Runtime.ExitError\n',
    );
  });

  test('nothing that is printed steers the terminal', () => {
    const text = screen([`START RequestId: ${ID}`, 'a\u001b[2Jb\tc\u001b[31md', report(ID)]);
    expect(text).toContain('  a\u241b[2Jb    cd\n');
  });

  test('requests of several streams do not mix', () => {
    const shown = output('screen');
    const [one, two] = [
      events([`START RequestId: ${ID}`, 'one', report(ID)], 'a'),
      events([`START RequestId: ${OTHER}`, 'two', report(OTHER)], 'b'),
    ];
    const mixed = [one[0], two[0], two[1], one[1], two[2], one[2]].flatMap((event) =>
      event ? shown.add(event) : [],
    );
    expect(mixed.map((text) => text.split('\n')[1])).toEqual(['  two', '  one']);
  });

  test('a request that goes on is shown in parts', () => {
    const shown = output('screen');
    const [start, first, second, end] = events([
      `START RequestId: ${ID}`,
      'first',
      'second',
      report(ID),
    ]);
    const texts: string[] = [];
    for (const event of [start, first]) if (event) texts.push(...shown.add(event));
    texts.push(...shown.flushOlder(Date.now() + 1));
    for (const event of [second, end]) if (event) texts.push(...shown.add(event));
    expect(texts.map((text) => text.replace(/^.{19}/, 'TIME'))).toEqual([
      'TIME  shop-dev  running\n  first\n',
      'TIME  shop-dev  ok  12 ms  64 of 128 MB\n  second\n',
    ]);
  });
});

test('in a pipe every line has its time and request', () => {
  const shown = output('plain');
  const lines = events([
    `START RequestId: ${ID}`,
    'shop - ERROR - no\rat city',
    report(ID),
    'after',
  ]);
  expect(lines.flatMap((event) => shown.add(event))).toEqual([
    '2026-11-21T13:00:00.001Z 11111111 shop - ERROR - no\n2026-11-21T13:00:00.001Z 11111111 at city\n',
    '2026-11-21T13:00:00.003Z - after\n',
  ]);
});

test('a line of the application that looks like one of the runtime stays its own', () => {
  expect(readLogLine('framework {"route":1}\n')).toMatchObject({ kind: 'text' });
  expect(readLogLine('framework {no JSON}\n')).toMatchObject({ kind: 'text' });
});

// The same log in the JSON format of Lambda.
describe('JSON lines', () => {
  const TIME = '2026-11-21T13:00:00.000Z';

  function platform(type: string, record: object): string {
    return JSON.stringify({ time: TIME, type: `platform.${type}`, record });
  }

  function printed(members: object): string {
    return JSON.stringify({ timestamp: TIME, level: 'INFO', requestId: ID, ...members });
  }

  const OURS = { timestamp: TIME, level: 'INFO', requestId: ID, logger: 'shop' };

  test.each([
    [
      { ...OURS, message: 'saved', id: 3, tags: ['a'] },
      'INFO',
      'shop - saved {"id":3,"tags":["a"]}',
    ],
    [{ ...OURS, level: 'FATAL', message: 'gone' }, 'FATAL', 'shop - gone'],
    [
      {
        ...OURS,
        message: 'no',
        error: { name: 'Error', message: 'x', stack: 'Error: x\n    at a' },
      },
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
});

// Which locations are replaced.

/** Line 1, column 5 of the bundle is line 3, column 1 of app.ts. */
const MAP = readSourceMap(
  JSON.stringify({ version: 3, sources: ['app.ts'], names: [], mappings: 'IAEA' }),
);

test.each([
  ['    at handler (file:///var/task/index.mjs:1:5)', '    at handler (app.ts:3:1)'],
  ['    at file:///var/task/index.mjs:1:9', '    at app.ts:3:1'],
  ['    at handler (/var/task/index.mjs:1:5)', '    at handler (app.ts:3:1)'],
])('%s stands in the bundle', (line, mapped) => {
  expect(MAP && mapFrames(line, MAP)).toBe(mapped);
});

test.each([
  '    at run (file:///var/runtime/index.mjs:1173:29)',
  '    at run (/var/runtime/index.mjs:1173:29)',
  '    at run (file:///var/task/node_modules/pg/index.mjs:1:5)',
  '    at city (app.ts:11:35)',
])('%s does not', (line) => {
  expect(hasFrames(line)).toBe(false);
});

test('a very long line of slashes takes no time', () => {
  const line = '/a'.repeat(60_000);
  const start = processorTime();
  expect(hasFrames(line)).toBe(false);
  expect(hasFrames(`${line} at file:///var/task/index.mjs:1:5`)).toBe(true);
  expect(processorTime() - start).toBeLessThan(1000);
});

test('what is no map is none', () => {
  expect(readSourceMap('no JSON')).toBeUndefined();
});
