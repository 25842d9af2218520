// The tutorial, followed from its first command to its last.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPage } from './pages.js';
import { createReader, type Reader } from './reader.js';
import { joinOutputs, transcriptOf, withoutMeasures } from './transcript.js';

const home = mkdtempSync(join(realpathSync(tmpdir()), 'framework-tutorial-'));
let reader: Reader;
beforeAll(async () => {
  reader = await createReader({ directory: home, programs: join(home, '.programs') });
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
      const outputs: string[] = [];
      for (const command of step.commands) outputs.push(await reader.run(command));
      if (step.output === undefined) return;
      const printed = joinOutputs(outputs).replaceAll(home, '~');
      expect(withoutMeasures(printed)).toBe(withoutMeasures(step.output));
    });
  }
});
