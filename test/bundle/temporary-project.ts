// Creates a project in a temporary folder from the texts of its files, for tests that bundle.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

/** The content of a file, the target of a link, or an executable file. */
export type FileContent =
  string | Uint8Array | { readonly link: string } | { readonly executable: string | Uint8Array };

const folders: string[] = [];

/** Creates the folder, which is removed at the end of the test file, and returns its real path. */
export function makeProject(files: Readonly<Record<string, FileContent>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'framework-bundle-')));
  if (folders.length === 0) {
    afterAll(() => {
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    });
  }
  folders.push(root);
  writeFiles(root, files);
  return root;
}

/** Adds files to a project, or changes them. */
export function writeFiles(root: string, files: Readonly<Record<string, FileContent>>): void {
  for (const [path, content] of Object.entries(files)) {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    if (typeof content === 'string' || content instanceof Uint8Array)
      writeFileSync(target, content);
    else if ('link' in content) symlinkSync(content.link, target);
    else {
      writeFileSync(target, content.executable);
      chmodSync(target, 0o755);
    }
  }
}
