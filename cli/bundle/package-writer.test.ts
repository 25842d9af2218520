// The deployable folder, while another build of the same project writes it too.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { PackageFile } from './file-tree.js';
import { replacePackage } from './package-writer.js';

/** The number of times that the other build must replace the folder before the test ends. */
const MET = 20;

test('a folder that another build puts there at the same moment is replaced', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'framework-package-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const directory = join(parent, 'package');
  const files: PackageFile[] = [
    {
      path: 'index.mjs',
      isExecutable: false,
      content: { kind: 'bytes', bytes: Buffer.from('ours') },
    },
  ];
  let isOver = false;
  let taken = 0;
  const rival = async (): Promise<void> => {
    const made = join(parent, 'rival');
    while (!isOver) {
      mkdirSync(made, { recursive: true });
      writeFileSync(join(made, 'index.mjs'), 'theirs');
      // This succeeds only while the tested build has moved its folder aside.
      await rename(made, directory).then(
        () => (taken += 1),
        () => undefined,
      );
      await pause(1);
    }
  };
  const rivals = rival();
  for (let build = 0; build < 300 && taken < MET; build += 1)
    await replacePackage(files, directory);
  expect(taken).toBeGreaterThan(0);
  isOver = true;
  await rivals;
  await replacePackage(files, directory);
  expect(readFileSync(join(directory, 'index.mjs'), 'utf8')).toBe('ours');
});
