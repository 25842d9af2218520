// A project in a temporary directory with this package installed as `npm install` does for a `file:` specifier.
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryProject } from '../../support/temporary-project.js';

const REPOSITORY = join(import.meta.dirname, '../../..');

/**
 * Creates a project in an empty directory from a fixture in `test/fixtures/tsc`, with files changed or added. The default
 * directory is removed at the end of the test, so this must be called inside a test.
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
