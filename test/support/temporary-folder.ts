// A vitest global setup: whatever tests and their processes put into the system's temporary folder is put into one folder of
// this run, which goes when the run ends, also when a test was stopped before it cleaned up.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/** Every project of the run asks for it, and the first one makes it. */
export function setup(): void {
  if (folder !== undefined) return;
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'framework-tests-')));
  process.env['TMPDIR'] = folder;
}

export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
