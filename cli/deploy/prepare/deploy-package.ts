// The zip that every function of the stage runs, with the hash that Lambda reports for it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { zipSync } from 'fflate';
import type { PackageFile } from '../../bundle/package-file.js';
import type { DesiredPackage } from '../desired/desired.js';

/** Packs the files; the same files give the same bytes. */
export async function makePackage(files: readonly PackageFile[]): Promise<DesiredPackage> {
  const sorted = files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
  const entries = await Promise.all(
    sorted.map(async ({ path, content }) => {
      const bytes = content.kind === 'bytes' ? content.bytes : await readFile(content.from);
      return [path, new Uint8Array(bytes)] as const;
    }),
  );
  const zip = zipSync(Object.fromEntries(entries), { mtime: '1980-01-02', level: 9 });
  return { zip, sha256: createHash('sha256').update(zip).digest('base64') };
}
