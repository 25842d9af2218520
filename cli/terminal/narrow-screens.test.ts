// At 60 columns, tables and lists fit, and nothing is cut off.
import stringWidth from 'fast-string-width';
import { expect, test } from 'vitest';
import { renderRows } from '../ship/stage/plan-rows.js';
import { globalOptions } from '../program/command.js';
import { renderCommandHelp, renderHelp } from '../program/program.js';
import { commands } from '../commands/registry.js';
import { renderSizes } from '../bundle/size-table.js';
import { renderTable } from './table.js';

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
  expect(widest(renderSizes({ rows, sizes }, look))).toBeLessThanOrEqual(60);
});

test('help', () => {
  const specs = commands.map(({ spec }) => spec);
  expect(widest(renderHelp(specs, globalOptions, 60))).toBeLessThanOrEqual(60);
  for (const spec of specs) {
    const [text = ''] = renderCommandHelp(spec, globalOptions, 60).split('\nExamples:');
    expect(widest(text), spec.name).toBeLessThanOrEqual(60);
  }
});
