// The tutorial, followed from its first command to its last.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPage } from './pages.js';
import { createReader, type Reader } from './reader.js';
import { transcriptOf, withoutMeasures } from './transcript.js';

const home = mkdtempSync(join(realpathSync(tmpdir()), 'framework-tutorial-'));
let reader: Reader;
beforeAll(async () => {
  reader = await createReader(home);
});
afterAll(async () => {
  await reader.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('docs/tutorial.md does what it says', () => {
  for (const step of transcriptOf(readPage('docs/tutorial.md'))) {
    if (step.kind === 'write') {
      test(`line ${step.line}: ${step.file} is written`, () => reader.write(step.file, step.text));
      continue;
    }
    test(`line ${step.line}: ${step.commands.join('; ')}`, async () => {
      let printed = '';
      for (const command of step.commands) printed += await reader.run(command);
      if (step.output === undefined) return;
      expect(withoutMeasures(printed.replaceAll(home, '~'))).toBe(withoutMeasures(step.output));
    });
  }
});
