// The tutorial, followed from its first command to its last; what it deploys goes to the cloud for tests.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestCloud } from '../cloud/start-test-cloud.js';
import type { TestCloud } from '../cloud/test-cloud.js';
import { readPage } from './pages.js';
import { createReader, type Reader } from './reader.js';
import { joinOutputs, transcriptOf, withoutMeasures } from './transcript.js';

const home = mkdtempSync(join(realpathSync(tmpdir()), 'framework-tutorial-'));
let cloud: TestCloud;
let reader: Reader;
beforeAll(async () => {
  cloud = await startTestCloud({ region: 'eu-west-1' });
  const { environment } = cloud;
  reader = await createReader({ directory: home, programs: join(home, '.programs'), environment });
});
afterAll(async () => {
  await reader.stop();
  await cloud.close();
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
