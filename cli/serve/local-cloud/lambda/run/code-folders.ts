// The files of deployed code on disk, shared by all processes that run it.
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesOf } from '../code.js';
import type { Code } from '../function-book.js';

export type CodeFolders = {
  /** Returns the folder of the unpacked zip. */
  readonly open: (code: Code) => Promise<string>;
  readonly close: () => Promise<void>;
};

export function createCodeFolders(parent: () => Promise<string>): CodeFolders {
  const folders = new Map<string, Promise<string>>();
  const make = (code: Code): Promise<string> => {
    const folder = unpack(code, parent);
    folders.set(code.sha256, folder);
    // Unpacking may succeed at the next attempt.
    folder.catch(() => forget(code, folder));
    return folder;
  };
  const forget = ({ sha256 }: Code, folder: Promise<string>): void => {
    if (folders.get(sha256) === folder) folders.delete(sha256);
  };
  return {
    open: async (code) => {
      const known = folders.get(code.sha256);
      if (!known) return make(code);
      if (await isThere(await known)) return known;
      // The folder was removed, for example by a cleaner of temporary files.
      forget(code, known);
      return folders.get(code.sha256) ?? make(code);
    },
    close: async () => {
      const made = await Promise.allSettled(folders.values());
      folders.clear();
      const there = made.filter((one) => one.status === 'fulfilled');
      await Promise.all(there.map(({ value }) => rm(value, { recursive: true, force: true })));
    },
  };
}

function isThere(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}

async function unpack(code: Code, parent: () => Promise<string>): Promise<string> {
  // The parent folder may have been removed as well.
  const place = await parent();
  await mkdir(place, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(place, 'code-'));
  for (const [path, bytes] of Object.entries(filesOf(code))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  return folder;
}
