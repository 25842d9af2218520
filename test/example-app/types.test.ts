// `tsc -p example-app`: the example type-checks against the declarations of the build.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

test('the example type-checks with its own tsconfig', async () => {
  const args = ['node_modules/typescript/bin/tsc', '-p', 'example-app'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: REPOSITORY });
  expect(stdout).toBe('');
});
