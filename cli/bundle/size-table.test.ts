import { expect, test } from 'vitest';
import { type SizeRow, sizeRows, renderSizes } from './sizes.js';

const plain = { hasColor: false };
const sizes = { files: 12, bytes: 2_000_000, code: 700_000, gzippedCode: 210_000, zipped: 900_000 };

test('rows are what the inputs of the bundle and the files beside it come from, the largest first', () => {
  const inputs = {
    'framework:entry': 20,
    'framework:runtime/index.js': 300,
    'framework:helpers/_apply.js': 50,
    'app.ts': 100,
    '../shared/util.ts': 10,
    'node_modules/small/index.js': 5,
    'node_modules/@scope/big/a.js': 500,
    'node_modules/@scope/big/b.js': 500,
    'node_modules/small/node_modules/inner/index.js': 40,
    'node_modules/.pnpm/linked@1.0.0/node_modules/linked/x.js': 7,
  };
  const output = {
    bytes: 1600,
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([path, bytesInOutput]) => [path, { bytesInOutput }]),
    ),
    imports: [],
    exports: [],
  };
  const file = (path: string, size: number) =>
    ({ path, isExecutable: false, content: { kind: 'copy', from: '', size } }) as const;
  const files = [
    file('index.mjs', 1600),
    file('index.mjs.map', 900),
    file('frameworklib/a.txt', 30),
    file('node_modules/sharp/index.js', 10),
    file('node_modules/sharp/build/sharp.node', 90),
    file('node_modules/@img/lib/lib.so', 4000),
  ];
  expect(sizeRows(output, files).map(({ kind, name, bytes }) => `${kind} ${name} ${bytes}`))
    .toMatchInlineSnapshot(`
    [
      "app your code 110",
      "framework framework 300",
      "package @scope/big 1000",
      "package @swc/helpers 50",
      "package inner 40",
      "package linked 7",
      "package small 5",
      "glue module glue 88",
      "library frameworklib 30",
      "copied @img/lib 4000",
      "copied sharp 100",
      "map source map 900",
    ]
  `);
});

test('the table has a row a part, and one for the small packages of many', () => {
  const packages = Array.from({ length: 20 }, (_, index): SizeRow => {
    return { kind: 'package', name: `package-${index}`, bytes: 40_000 - index * 1000 };
  });
  const rows: readonly SizeRow[] = [
    { kind: 'app', name: 'your code', bytes: 999 },
    { kind: 'framework', name: 'framework', bytes: 10_040 },
    ...packages,
    { kind: 'glue', name: 'module glue', bytes: 420 },
    { kind: 'library', name: 'frameworklib', bytes: 1_234_567 },
    { kind: 'copied', name: 'sharp', bytes: 999_949 },
    { kind: 'map', name: 'source map', bytes: 999_951 },
  ];
  expect(renderSizes(rows, sizes, plain)).toMatchInlineSnapshot(`
    "PART                 SIZE  SHARE
    your code           999 B   <1 %
    framework         10.0 kB   <1 %
    package-0         40.0 kB    2 %
    package-1         39.0 kB    2 %
    package-2         38.0 kB    2 %
    package-3         37.0 kB    2 %
    package-4         36.0 kB    2 %
    package-5         35.0 kB    2 %
    package-6         34.0 kB    2 %
    package-7         33.0 kB    2 %
    package-8         32.0 kB    2 %
    package-9         31.0 kB    2 %
    package-10        30.0 kB    2 %
    package-11        29.0 kB    1 %
    8 more packages  196.0 kB   10 %
    module glue         420 B   <1 %
    frameworklib/      1.2 MB   62 %
    sharp (copied)   999.9 kB   50 %
    source map         1.0 MB   50 %

    index.mjs   700.0 kB, 210.0 kB gzipped
    package     2.0 MB in 12 files, about 900.0 kB zipped
    "
  `);
});
