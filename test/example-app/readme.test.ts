// The commands in the README of the example, run in its directory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPage, REPOSITORY } from '../docs/pages.js';
import { createReader, type Reader } from '../docs/reader.js';
import { joinOutputs, transcriptOf } from '../docs/transcript.js';
import { isTurn } from '../support/sample.js';

const programs = mkdtempSync(join(tmpdir(), 'framework-example-'));
let reader: Reader;
beforeAll(() => {
  reader = createReader({ directory: join(REPOSITORY, 'example-app'), programs });
});
afterAll(async () => {
  await reader.stop();
  rmSync(programs, { recursive: true, force: true });
});

describe.runIf(isTurn('long pages', 1, 3))(
  'example-app/README.md shows what the example answers',
  () => {
    for (const step of transcriptOf(readPage('example-app/README.md'))) {
      if (step.kind === 'write') continue;
      test(step.commands.join('; '), async () => {
        const outputs: string[] = [];
        for (const command of step.commands) outputs.push(await reader.run(command));
        if (step.output !== undefined) expect(joinOutputs(outputs)).toBe(step.output);
      });
    }
  },
);
