// The files of code on disk, once for all processes that run it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesOf } from '../code.js';
import type { Code } from '../function-book.js';

export type CodeFolders = {
  /** The folder of the unpacked zip. */
  readonly open: (code: Code) => Promise<string>;
  readonly close: () => Promise<void>;
};

export function createCodeFolders(parent: () => Promise<string>): CodeFolders {
  const folders = new Map<string, Promise<string>>();
  return {
    open: (code) => {
      const known = folders.get(code.sha256);
      if (known) return known;
      const folder = unpack(code, parent);
      folders.set(code.sha256, folder);
      return folder;
    },
    close: async () => {
      const made = await Promise.all(folders.values());
      folders.clear();
      await Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

async function unpack(code: Code, parent: () => Promise<string>): Promise<string> {
  const folder = await mkdtemp(join(await parent(), 'code-'));
  for (const [path, bytes] of Object.entries(filesOf(code))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  return folder;
}
