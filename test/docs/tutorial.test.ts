// The tutorial, followed from its first command to its last; it deploys to the test cloud. With UPDATE_TUTORIAL=1 the printed
// output is written into the page.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { readPage, REPOSITORY } from './pages.js';
import { createReader, type Reader } from './reader.js';
import {
  type Correction,
  correctOutputs,
  joinOutputs,
  transcriptOf,
  withoutMeasures,
} from './transcript.js';
import { isTurn } from '../support/sample.js';

const home = mkdtempSync(join(realpathSync(tmpdir()), 'framework-tutorial-'));
const PAGE = 'docs/tutorial.md';
const isUpdating = process.env['UPDATE_TUTORIAL'] === '1';
const corrections: Correction[] = [];
let cloud: TestCloud;
let reader: Reader;
beforeAll(async () => {
  cloud = await startTestCloud({ region: 'eu-west-1' });
  const { environment } = cloud;
  reader = createReader({ directory: home, programs: join(home, '.programs'), environment });
});
afterAll(async () => {
  await reader.stop();
  await cloud.close();
  rmSync(home, { recursive: true, force: true });
  if (corrections.length === 0) return;
  const text = correctOutputs(readPage(PAGE).text, corrections);
  writeFileSync(join(REPOSITORY, PAGE), text);
});

describe.runIf(isTurn('long pages', 0, 3))('docs/tutorial.md does what it says', () => {
  for (const step of transcriptOf(readPage(PAGE))) {
    if (step.kind === 'write') {
      test(`line ${step.line}: ${step.file} is written`, () => reader.write(step.file, step.text));
      continue;
    }
    test(`line ${step.line}: ${step.commands.join('; ')}`, async () => {
      const outputs: string[] = [];
      if (step.commands.includes('framework deploy')) install('cities');
      for (const command of step.commands) outputs.push(await reader.run(command));
      if (step.output === undefined) return;
      const printed = joinOutputs(outputs).replaceAll(home, '~');
      if (isUpdating && withoutMeasures(printed) !== withoutMeasures(step.output)) {
        corrections.push({
          line: step.outputLine ?? 0,
          shown: step.output,
          printed: asShown(printed),
        });
        return;
      }
      expect(withoutMeasures(printed)).toBe(withoutMeasures(step.output));
    });
  }
});

/** Links what `npm install` would install, because a deploy checks the types of the project. */
function install(project: string): void {
  const packages = {
    ...{ framework: REPOSITORY, typescript: '', '@types/node': '' },
    ...{ '@aws-sdk/client-dynamodb': '', '@aws-sdk/lib-dynamodb': '' },
  };
  for (const [name, target] of Object.entries(packages)) {
    const link = join(home, project, 'node_modules', name);
    rmSync(link, { force: true });
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target || join(REPOSITORY, 'node_modules', name), link, 'dir');
  }
}

/** Replaces the URL of the test cloud with that of a real one. */
function asShown(printed: string): string {
  return printed.replace(
    /http:\/\/127\.0\.0\.1:\d+\/restapis\/\w+\/(\w+)\/_user_request_\//g,
    'https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/$1/',
  );
}
