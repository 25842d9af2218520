// A vitest global setup: everything that tests and their processes write to the system's temporary folder goes to one folder
// for this run. The folder is removed when the run ends, even if a test was stopped before it cleaned up.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Each project in a run loads this file again, so the folder that the first one created is stored in the environment. */
const NAME = 'FRAMEWORK_TESTS_FOLDER';

let made: string | undefined;

export function setup(): void {
  if (process.env[NAME] !== undefined) return;
  // A short name, because sockets are created in it, and the path of a socket can be at most 104 bytes.
  made = realpathSync(mkdtempSync(join(tmpdir(), 'fw-')));
  process.env[NAME] = made;
  process.env['TMPDIR'] = made;
}

export function teardown(): void {
  if (made !== undefined) rmSync(made, { recursive: true, force: true, maxRetries: 3 });
}
