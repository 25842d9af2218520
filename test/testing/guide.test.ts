// The examples of docs/guide/testing.md, run by their test runners.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readPage } from '../docs/pages.js';
import { runVitest, vitestProject } from '../vite/vitest-project.js';
import { isTurn, sampleOf } from '../support/sample.js';

const BLOCKS = readPage('docs/guide/testing.md').blocks.flatMap(({ text }) => {
  const name = /^\/\/ ([\w./-]+)\n/.exec(text)?.[1];
  return name === undefined ? [] : [{ name, text }];
});

/** The files of the page; the first of several with the same name. */
const FILES = Object.fromEntries(BLOCKS.toReversed().map(({ name, text }) => [name, text]));

/** The globals that Jest provides to a test, as far as the example uses them. */
const JEST = `const { after, before, test } = require('node:test');
const assert = require('node:assert/strict');
Object.assign(globalThis, { test, beforeAll: before, afterAll: after });
globalThis.expect = (value) => ({
  toBe: (expected) => assert.equal(value, expected),
  toEqual: (expected) => assert.deepEqual(value, expected),
});
`;

test.runIf(isTurn('guide of testing', 2, 3))('Vitest', async () => {
  const { 'test/mocks.test.ts': mocks = '', ...files } = FILES;
  const ours = Object.entries(files).filter(([name]) => name.endsWith('.ts'));
  const run = await runVitest(vitestProject(Object.fromEntries(ours)));
  expect(run).toMatchObject({ exitCode: 0 });
  expect(run.output).toMatch(/Tests +10 passed/);

  // The application with a price is further down on the page.
  const shop = BLOCKS.findLast(({ name }) => name === 'app.ts')?.text ?? '';
  const mocked = vitestProject({
    'app.ts': shop,
    'prices.ts': FILES['prices.ts'] ?? '',
    'test/mocks.test.ts': mocks,
  });
  const { output } = await runVitest(mocked);
  expect(output).toMatch(/Tests +1 passed/);
});

const RUNNERS = [
  { runner: "Node's own", file: 'test/node.test.mjs', flags: [] },
  { runner: 'Jest', file: 'test/jest.test.cjs', flags: ['--require', './jest.cjs'] },
];

test.each(sampleOf('guide of testing', RUNNERS, 2))('$runner', ({ file, flags }) => {
  const directory = vitestProject({ ...FILES, 'jest.cjs': JEST });
  const { status, stdout } = spawnSync(process.execPath, [...flags, '--test', file], {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  expect({ status, stdout }).toMatchObject({ status: 0 });
  expect(stdout).toMatch(/pass 1\n/);
});
