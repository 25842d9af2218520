// The client and the document of the example match its source.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../docs/pages.js';
import { run } from '../support/run.js';

test('its client is up to date', async () => {
  const cwd = join(REPOSITORY, 'example-app');
  expect(await run('client --out client.ts --check', { cwd })).toMatchObject({
    exitCode: 0,
    stdout: 'client.ts is up to date.\n',
    stderr: '',
  });
});
