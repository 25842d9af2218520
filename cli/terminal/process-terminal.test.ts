// The capabilities of a terminal, read from its streams and the environment.
import { describe, expect, test } from 'vitest';
import { openTerminal } from './terminal.js';
import { renderTable } from './table.js';
import stringWidth from 'fast-string-width';
import { renderRows } from '../ship/stage/plan-rows.js';
import { globalOptions } from '../program/command.js';
import { renderCommandHelp, renderHelp } from '../program/program.js';
import { commands } from '../commands/registry.js';
import { renderSizes } from '../bundle/sizes.js';

function open(environment: Record<string, string>, { isTTY = true } = {}) {
  const written: string[] = [];
  const output = { isTTY, columns: 80, write: (text: string) => written.push(text) };
  return {
    written,
    ...openTerminal({ stdin: { isTTY }, stdout: output, stderr: output }, environment),
  };
}

describe('colour', () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    [{ TERM: 'dumb' }, true, false],
  ])('%j on a terminal %s: %s', (environment, isTTY, expected) => {
    expect(open(environment, { isTTY }).out.hasColor).toBe(expected);
  });
});

describe('box drawing', () => {
  test.each([
    [{ LANG: 'en_US.UTF-8' }, true],
    [{ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, false],
    [{ LC_ALL: '', LANG: 'en_US.UTF-8' }, true],
    [{ LANG: 'C.utf8' }, true],
    [{ TERM: 'linux', LANG: 'en_US.UTF-8' }, false],
  ])('%j: %s', (environment, expected) => {
    expect(open(environment).out.hasUnicode).toBe(expected);
  });
});

test('a question is asked only where somebody can answer', () => {
  expect(open({}).canAsk).toBe(true);
  expect(open({ CI: 'true' }).canAsk).toBe(false);
  expect(open({ CI: 'false' }).canAsk).toBe(true);
  expect(open({}, { isTTY: false }).canAsk).toBe(false);
});

test('a terminal that does not know its width counts as 80 columns, a pipe has no width', () => {
  const widthOf = (columns: number | undefined) => {
    const output = { isTTY: true, write: () => true, ...(columns !== undefined && { columns }) };
    return openTerminal({ stdin: {}, stdout: output, stderr: output }, {}).out.width;
  };
  expect([0, 61, undefined].map(widthOf)).toEqual([80, 61, undefined]);
});

test('what is written arrives', () => {
  const { written, out } = open({});
  out.write('x');
  expect(written).toEqual(['x']);
});

test('a pipe that nobody reads on is closed', () => {
  const listeners: ((error: NodeJS.ErrnoException) => void)[] = [];
  const output = {
    write: () => true,
    on: (_event: 'error', listener: (error: NodeJS.ErrnoException) => void) =>
      listeners.push(listener),
  };
  const { out } = openTerminal({ stdin: {}, stdout: output, stderr: output }, {});
  expect(out.closed?.aborted).toBe(false);
  for (const listener of listeners)
    listener(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  expect(out.closed?.aborted).toBe(true);
});

// Tables are aligned by their visible width.

const plain = { hasColor: false };

test('columns are as wide as their widest cell on the screen', () => {
  const rows = [
    ['GET', '/cities/{city}', 'Views.city'],
    ['GET,PUT', '/東京', 'tokyo'],
  ];
  expect(renderTable([{ title: 'METHOD' }, { title: 'PATH' }, { title: 'VIEW' }], rows, plain))
    .toMatchInlineSnapshot(`
    "METHOD   PATH            VIEW
    GET      /cities/{city}  Views.city
    GET,PUT  /東京           tokyo
    "
  `);
});

test('a column without any text is left out', () => {
  expect(renderTable([{ title: 'A' }, { title: 'B' }], [['x', '']], plain)).toBe('A\nx\n');
});

test('numbers stand to the right', () => {
  const columns = [{ title: 'NAME' }, { title: 'BYTES', align: 'right' as const }];
  expect(
    renderTable(
      columns,
      [
        ['a', '12'],
        ['b', '1234567'],
      ],
      plain,
    ),
  ).toMatchInlineSnapshot(`
    "NAME    BYTES
    a          12
    b     1234567
    "
  `);
});

test('no rows are no table', () => {
  expect(renderTable([{ title: 'A' }], [], plain)).toBe('');
});

// At 60 columns, tables and lists fit, and nothing is cut off.

const look = { hasColor: false, width: 60 };

function widest(text: string): number {
  return Math.max(...text.split('\n').map((line) => stringWidth(line)));
}

test('a table of routes', () => {
  const columns = ['METHOD', 'PATH', 'VIEW', 'SOURCE', 'NOTES'].map((title) => ({ title }));
  const rows = [
    ['GET', '/', 'index', 'app.ts:22', 'cors'],
    ['GET,PUT,DELETE', '/cities/{city}/photos/{photo}', 'Cities.photo', 'views/cities.ts:6', ''],
    [
      'POST',
      '/東京都/写真/{名前}/大きい',
      'Photos.add',
      'views/photos.ts:11',
      'api key, image/png',
    ],
  ];
  const table = renderTable(columns, rows, look);
  expect(widest(table)).toBeLessThanOrEqual(60);
  expect(table).toMatchInlineSnapshot(`
    "METHOD      PATH        VIEW        SOURCE      NOTES
    GET         /           index       app.ts:22   cors
    GET,PUT,DE  /cities/{c  Cities.pho  views/citi
    LETE        ity}/photo  to          es.ts:6
                s/{photo}
    POST        /東京都/写  Photos.add  views/phot  api key,
                真/{名前}/              os.ts:11    image/png
                大きい
    "
  `);
});

test('a table as wide as the screen is not wrapped, one column more is', () => {
  const columns = [{ title: 'A' }, { title: 'B' }];
  const rows = [['a'.repeat(28), '京'.repeat(15)]];
  expect(renderTable(columns, rows, look).split('\n')).toHaveLength(3);
  expect(renderTable(columns, rows, { ...look, width: 59 }).split('\n')).toHaveLength(4);
});

test('a plan', () => {
  const rows = [
    { sign: '+', cells: ['GET', '/cities/{city}/photos/{photo}/comments/{comment}'] },
    { sign: '-', cells: ['DELETE', '/都市/{名前}'], warning: 'breaking: answers 403 from now on' },
    { sign: '~', cells: ['role', 'helloworld'], details: ['+ s3:GetObject on bucket/*', '- s3:*'] },
  ] as const;
  const text = renderRows('Routes', rows, look);
  expect(widest(text)).toBeLessThanOrEqual(60);
  expect(text).toMatchInlineSnapshot(`
    "Routes
      +  GET     /cities/{city}/photos/
                 {photo}/comments/{comm
                 ent}
      -  DELETE  /都市/{名前}            breaking: answers 403
                                         from now on
      ~  role    helloworld              + s3:GetObject on
                                         bucket/*
                                         - s3:*

    "
  `);
});

test('a size table', () => {
  const name = 'node_modules/@a-long-scope/a-package-with-a-long-name/and-more';
  const rows = [{ kind: 'package', name, bytes: 1_200_000 } as const];
  const sizes = { files: 1, bytes: 1_200_000, code: 1, gzippedCode: 1, zipped: 1 };
  expect(widest(renderSizes(rows, sizes, look))).toBeLessThanOrEqual(60);
});

test('help', () => {
  const specs = commands.map(({ spec }) => spec);
  expect(widest(renderHelp(specs, globalOptions, 60))).toBeLessThanOrEqual(60);
  for (const spec of specs) {
    const [text = ''] = renderCommandHelp(spec, globalOptions, 60).split('\nExamples:');
    expect(widest(text), spec.name).toBeLessThanOrEqual(60);
  }
});
