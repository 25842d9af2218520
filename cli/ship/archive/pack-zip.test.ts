// The zip file of a package: the same bytes for the same files, whatever their order and modes, the clock and the time zone.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import type { PackageFile } from '../../bundle/file-tree.js';
import { type PackedZip, packZip, UNZIPPED_LIMIT } from './pack-zip.js';

const directory = mkdtempSync(join(tmpdir(), 'framework-zip-'));
afterAll(() => rmSync(directory, { recursive: true }));

const text = (path: string, content: string): PackageFile => ({
  path,
  isExecutable: false,
  content: { kind: 'bytes', bytes: Buffer.from(content) },
});

const files: readonly PackageFile[] = [
  text('index.mjs', 'export const handler = () => ({ ok: true });\n'.repeat(200)),
  text('frameworklib/größe.txt', 'text'),
  { ...text('node_modules/tool/run', '#!/bin/sh\n'), isExecutable: true },
  text('empty.txt', ''),
];

async function pack(list: readonly PackageFile[]): Promise<PackedZip & { kind: 'packed' }> {
  const packed = await packZip({ files: list, sizes: [] });
  if (packed.kind !== 'packed') throw new Error('it is too large');
  return packed;
}

// The expected hash is fixed here, because every version of Node.js must create the same bytes.
test('equal files give equal bytes on every machine and version of Node', async () => {
  expect((await pack(files)).sha256).toMatchInlineSnapshot(
    `"geM5DPOHPiGMssCoSOzyF6F0AykgIgr86OA0nox36Xk="`,
  );
  expect((await pack(files.toReversed())).sha256).toBe((await pack(files)).sha256);
});

test('the time zone does not count', async () => {
  const zone = process.env['TZ'];
  const here = (await pack(files)).sha256;
  try {
    process.env['TZ'] = 'Pacific/Kiritimati';
    expect((await pack(files)).sha256).toBe(here);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

test('a copied file counts by its bytes, not by its time or mode', async () => {
  const from = join(directory, 'data.txt');
  writeFileSync(from, 'data');
  chmodSync(from, 0o600);
  const copied: PackageFile = {
    path: 'data.txt',
    isExecutable: false,
    content: { kind: 'copy', from, size: 4 },
  };
  expect((await pack([copied])).sha256).toBe((await pack([text('data.txt', 'data')])).sha256);
});

test('what comes out is what went in, sorted by path', async () => {
  const { zip, entries } = await pack(files);
  const unzipped = unzipSync(zip);
  expect(Object.keys(unzipped)).toEqual(entries);
  expect(entries).toEqual([...entries].sort());
  for (const { path, content } of files)
    expect(Buffer.from(unzipped[path] ?? [])).toEqual(
      content.kind === 'bytes' ? Buffer.from(content.bytes) : undefined,
    );
});

test('a program stays one, and everything else can be read', async () => {
  const listed = readDirectory(Buffer.from((await pack(files)).zip));
  expect(listed).toEqual([
    'empty.txt 100644',
    'frameworklib/größe.txt 100644',
    'index.mjs 100644',
    'node_modules/tool/run 100755',
  ]);
});

test('files over the limit are refused before they are read, with the largest parts', async () => {
  const huge: PackageFile = {
    path: 'huge.bin',
    isExecutable: false,
    content: { kind: 'copy', from: join(directory, 'is-not-read'), size: UNZIPPED_LIMIT + 1 },
  };
  const packed = await packZip({
    files: [huge],
    sizes: [
      { kind: 'app', name: 'your code', bytes: 12_000 },
      { kind: 'copied', name: 'sharp', bytes: 262_000_000 },
    ],
  });
  expect(packed).toMatchInlineSnapshot(`
    {
      "diagnostics": [
        {
          "code": "FW6102",
          "hint": "The largest parts, unzipped: \`sharp\` 262.0 MB, \`your code\` 12.0 kB. Remove what no function needs; \`framework build\` lists all parts.",
          "message": "The files in the package total 262.1 MB; Lambda accepts at most 262.1 MB, unzipped.",
          "severity": "error",
        },
      ],
      "kind": "too-large",
    }
  `);
});

test('a zip file over the limit is refused', async () => {
  // A zip file contains each name twice, without compression.
  const files = Array.from({ length: 440 }, (_, at) => text(`${at}${'n'.repeat(60_000)}`, ''));
  const packed = await packZip({
    files,
    sizes: [{ kind: 'library', name: 'frameworklib', bytes: 53_000_000 }],
  });
  expect(packed.kind === 'too-large' && packed.diagnostics.map(({ code }) => code)).toEqual([
    'FW6101',
  ]);
});

/** Returns names and modes from the central directory of a zip file. */
function readDirectory(zip: Buffer): readonly string[] {
  const rows: string[] = [];
  let at = zip.indexOf('PK\u0001\u0002');
  while (at >= 0) {
    const length = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + length);
    rows.push(`${name} ${(zip.readUInt32LE(at + 38) >>> 16).toString(8)}`);
    at = zip.indexOf('PK\u0001\u0002', at + 46);
  }
  return rows;
}
