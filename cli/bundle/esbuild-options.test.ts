// The process that a call starts: its settings for garbage collection.
import childProcess from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { startQuietly } from './esbuild-options.js';

const PRINT = 'process.stdout.write(`${process.env.GOGC} ${process.env.GOMEMLIMIT}`)';

test.each([
  [undefined, '400 1GiB'],
  ['50', '50 1GiB'],
])('with GOGC=%s, the process gets %s', async (own, expected) => {
  vi.stubEnv('GOGC', own);
  vi.stubEnv('GOMEMLIMIT', undefined);
  const child = startQuietly(() => childProcess.spawn(process.execPath, ['-e', PRINT]));
  vi.unstubAllEnvs();
  expect(await text(child.stdout)).toBe(expected);
});
