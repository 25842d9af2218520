// Why a folder could not be created.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mkdirRefusal } from './disk.js';

function failure(code: string, syscall: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: no such file or directory`), { code, syscall, path });
}

test('a folder that cannot be created on a read-only file system is not missing', () => {
  const path = join(tmpdir(), 'none', 'such', 'folder');
  const checked: string[] = [];
  const refusal = mkdirRefusal(failure('ENOENT', 'mkdir', path), (folder) => {
    checked.push(folder);
    throw failure('EROFS', 'access', folder);
  });
  expect(refusal).toMatchObject({ code: 'EROFS', path });
  expect(checked).toEqual([tmpdir()]);
});

test('any other error is returned unchanged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const missing = failure('ENOENT', 'mkdir', join(folder, 'one', 'two'));
  expect(mkdirRefusal(missing)).toBe(missing);
  const unread = failure('ENOENT', 'open', join(folder, 'one'));
  expect(mkdirRefusal(unread, () => expect.fail())).toBe(unread);
  rmSync(folder, { recursive: true });
});
