// A vitest global setup: whatever tests and their processes put into the system's temporary folder is put into one folder of
// this run, which goes when the run ends, also when a test was stopped before it cleaned up.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Each project of a run loads this file anew, so what the first one made stands in the environment. */
const NAME = 'FRAMEWORK_TESTS_FOLDER';

let made: string | undefined;

export function setup(): void {
  if (process.env[NAME] !== undefined) return;
  // A short name, because sockets are made in it, and the path of one has 104 bytes at most.
  made = realpathSync(mkdtempSync(join(tmpdir(), 'fw-')));
  process.env[NAME] = made;
  process.env['TMPDIR'] = made;
}

export function teardown(): void {
  if (made !== undefined) rmSync(made, { recursive: true, force: true, maxRetries: 3 });
}
