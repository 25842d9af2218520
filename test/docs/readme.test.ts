// The mistake that the README shows, made in the application that it shows.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readPage, REPOSITORY } from './pages.js';

const { blocks } = readPage('README.md');

test('a mistake in the application of the README looks as the README says', async () => {
  const source = blocks.find(({ language }) => language === 'ts')?.text ?? '';
  const shown = blocks.find(({ language }) => language === 'text')?.text;
  const project = mkdtempSync(join(tmpdir(), 'framework-readme-'));
  try {
    writeFileSync(join(project, 'app.ts'), source.replace(`'/cities'`, `'/cities/'`));
    const args = [join(REPOSITORY, 'dist/cli/main.js'), 'check'];
    const run = promisify(execFile)(process.execPath, args, { cwd: project });
    await expect(run).rejects.toMatchObject({ code: 1, stdout: shown });
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});
