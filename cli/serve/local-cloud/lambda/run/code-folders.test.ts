// Code on disk: a failure is not cached, and files that a temporary-file cleaner removed are extracted again.
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { zipOf } from '../../clients.fixture.js';
import { createCodeFolders } from './function-runner.js';

const CODE = { zip: Buffer.from(zipOf({ 'index.mjs': 'export {};' })), sha256: 'one' };

test('code that could not be unpacked is unpacked at the next call, and the end is an end', async () => {
  let isFull = true;
  const parent = await mkdtemp(join(tmpdir(), 'folders-'));
  const folders = createCodeFolders(() =>
    isFull ? Promise.reject(new Error('no space')) : Promise.resolve(parent),
  );
  await expect(folders.open(CODE)).rejects.toThrow('no space');
  isFull = false;
  const folder = await folders.open(CODE);
  expect(await folders.open(CODE)).toBe(folder);
  isFull = true;
  const failing = folders.open({ ...CODE, sha256: 'two' });
  await Promise.all([folders.close(), expect(failing).rejects.toThrow('no space')]);
  await expect(access(folder)).rejects.toThrow('ENOENT');
  await rm(parent, { recursive: true });
});

test('a folder that is gone is made again, once for all who want it', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'folders-'));
  const folders = createCodeFolders(() => Promise.resolve(parent));
  await folders.open(CODE);
  await rm(parent, { recursive: true });
  const [first, second] = await Promise.all([folders.open(CODE), folders.open(CODE)]);
  expect(first).toBe(second);
  expect(await readFile(join(first, 'index.mjs'), 'utf8')).toBe('export {};');
  await folders.close();
  await rm(parent, { recursive: true });
});
