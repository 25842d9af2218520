// Tables are aligned by their visible width.
import { expect, test } from 'vitest';
import { renderTable } from './table.js';

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
