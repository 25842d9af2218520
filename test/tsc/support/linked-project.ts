// A project in a temporary directory that has this package installed, as `npm install` does for a `file:` spec.
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryProject } from '../../support/temporary-project.js';

const REPOSITORY = join(import.meta.dirname, '../../..');

/**
 * Makes a project of a fixture of `test/fixtures/tsc` with files changed or added, in an empty directory. Without one it goes
 * when the test ends; call it inside a test.
 */
export function linkedProject(
  fixture: string,
  files: Readonly<Record<string, string>>,
  root: string = temporaryProject({}),
): string {
  cpSync(join(REPOSITORY, 'test/fixtures/tsc', fixture), root, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(REPOSITORY, join(root, 'node_modules/framework'), 'dir');
  return root;
}
