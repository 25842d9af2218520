// The examples of docs/guide/authentication.md, run by the runner they are for.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileNameOf } from '../docs/block-projects.js';
import { readPage, REPOSITORY } from '../docs/pages.js';
import { runVitest, vitestProject } from '../vite/vitest-project.js';

const FILES = Object.fromEntries(
  readPage('docs/guide/authentication.md').blocks.flatMap((block) => {
    const name = fileNameOf(block);
    return name === undefined ? [] : [[name, block.text]];
  }),
);

test('signed tokens are verified, and users of a test are not', async () => {
  const directory = vitestProject(FILES);
  symlinkSync(join(REPOSITORY, 'node_modules/jose'), join(directory, 'node_modules/jose'), 'dir');
  const { output, exitCode } = await runVitest(directory);
  expect({ output, exitCode }).toMatchObject({ exitCode: 0 });
  expect(output).toMatch(/Tests +6 passed/);
});
