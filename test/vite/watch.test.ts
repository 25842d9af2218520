// Test runners in watch mode run a test again when the application under test changes.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFailed, onTestFinished, test } from 'vitest';
import { sampleOf } from '../support/sample.js';
import { vitestProject } from './vitest-project.js';

const REPOSITORY = join(import.meta.dirname, '../..');

const FILES = {
  'app.ts': "export { app } from './views.js';\n",
  'views.ts': `import { Framework } from 'framework';
import { PATH } from './paths.js';

export const app = new Framework({ appName: 'x' });

class Views {
  answer = 'answered';
  @app.route(PATH)
  one() {
    return this.answer;
  }
}
`,
  'paths.ts': "export const PATH = '/one';\n",
  'vite/loads.test.ts': `import { testApp } from 'framework/testing';
import { test } from 'vitest';

test('loads', async () => {
  const { client } = await testApp('./app.ts', { load: () => import('../app.js') });
  console.log('LOADED', (await client.request('/two')).status);
});
`,
  'vite/opens.test.ts': `import { testApp } from 'framework/testing';
import { test } from 'vitest';

test('opens', async () => {
  const { client } = await testApp('./app.ts');
  console.log('OPENED', (await client.request('/two')).status);
});
`,
  'node/opens.test.mjs': `import { testApp } from 'framework/testing';
import { test } from 'node:test';

test('opens', async () => {
  const { client } = await testApp('./app.ts');
  console.log('OPENED', (await client.request('/two')).status);
});
`,
};

/** A test that times out prints nothing, and five seconds are not enough on a busy machine. */
const VITEST = [
  join(REPOSITORY, 'node_modules/vitest/vitest.mjs'),
  ...['watch', '--dir', 'vite', '--testTimeout=60000', '--hookTimeout=60000'],
];

const RUNNERS = [
  { runner: 'Vitest', argv: VITEST, words: ['OPENED', 'LOADED'] },
  { runner: "Node's own", argv: ['--test', '--watch', 'node/opens.test.mjs'], words: ['OPENED'] },
];

test.each(sampleOf('runners that watch', RUNNERS, 2))('$runner', async ({ argv, words }) => {
  const directory = vitestProject(FILES);
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|NODE_TEST_CONTEXT)/.test(name),
  );
  const child = spawn(process.execPath, argv, {
    cwd: directory,
    env: { ...Object.fromEntries(environment), CI: undefined, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  onTestFailed(() => {
    console.log(output);
  });
  let check: () => void = () => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      check();
    });
  }
  const printed = (texts: readonly string[]): Promise<void> =>
    new Promise((done) => {
      check = () => {
        if (texts.every((text) => output.includes(text))) done();
      };
      check();
    });

  await printed(words.map((word) => `${word} 403`));
  // A watcher may start after the first run has ended, and does not notice earlier changes. Each pause is longer than the
  // previous one, because a change ends the run that the last one started.
  let repeat: NodeJS.Timeout | undefined;
  const change = (pause: number): void => {
    writeFileSync(join(directory, 'paths.ts'), `export const PATH = '/two';\n// ${pause}\n`);
    repeat = setTimeout(change, pause, pause * 2);
  };
  change(2000);
  onTestFinished(() => {
    clearTimeout(repeat);
  });
  await printed(words.map((word) => `${word} 200`));
  expect(output).toContain(`${words[0] ?? ''} 200`);
});
