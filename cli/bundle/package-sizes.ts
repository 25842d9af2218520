// What a written package weighs as a whole: on disk, as `index.mjs` over the wire, and in the zip file that is uploaded.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, gzip } from 'node:zlib';
import { listTree } from './file-tree.js';

export type PackageSizes = {
  readonly files: number;
  /** All files. */
  readonly bytes: number;
  /** `index.mjs`. */
  readonly code: number;
  readonly gzippedCode: number;
  /** An estimate: what a zip file with the strongest compression takes. */
  readonly zipped: number;
};

const deflate = promisify(deflateRaw);
const compress = promisify(gzip);

/** Two headers a file in a zip archive, without the name, and the end of the archive. */
const ZIP_ENTRY_BYTES = 30 + 46;
const ZIP_END_BYTES = 22;

/** Measures the package in a folder. */
export async function measurePackage(directory: string): Promise<PackageSizes> {
  const { files } = listTree(directory, { path: basename(directory) });
  let bytes = 0;
  let zipped = ZIP_END_BYTES;
  let code: Buffer = Buffer.alloc(0);
  for (const { path, content } of files) {
    if (content.kind !== 'copy') continue;
    const text = await readFile(content.from);
    const name = path.slice(path.indexOf('/') + 1);
    if (name === 'index.mjs') code = text;
    bytes += text.length;
    const { length } = await deflate(text, { level: 9 });
    zipped += Math.min(length, text.length) + ZIP_ENTRY_BYTES + 2 * Buffer.byteLength(name);
  }
  const gzipped = await compress(code, { level: 9 });
  return {
    files: files.length,
    bytes,
    code: code.length,
    gzippedCode: gzipped.length,
    zipped,
  };
}
