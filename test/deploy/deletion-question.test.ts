// A forgotten import never deletes an API: before callers permanently lose something, a terminal asks with No as the default,
// and without a terminal the command fails, unless `--allow-delete` is set.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import {
  answering,
  answerOf,
  appWith,
  cloudWith,
  deployedOnce,
  framework,
  type Stage,
} from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('questions before deletions', 3);

const APPLICATION = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });
`;
const VIEWS = `import { app } from './application.js';

export class Views {
  @app.route('/')
  index() {
    return { answer: 'one' };
  }
}
`;
const IMPORTED = `export { app } from './application.js';\nimport './views.js';\n`;
const FORGOTTEN = `export { app } from './application.js';\n`;
const FILES = { 'application.ts': APPLICATION, 'views.ts': VIEWS, 'app.ts': IMPORTED };
const RESIZE = `
export const resize = app.lambdaFunction()(function resize() { return 1; });
`;

/** Deploys an API whose views \`app.ts\` then no longer imports. */
async function forgotten(): Promise<Stage> {
  const stage = await cloudWith(FILES);
  await framework('deploy', stage);
  writeFileSync(join(stage.cwd, 'app.ts'), FORGOTTEN);
  return stage;
}

/** Deploys an API with a lambda function, of which the source then contains only `rest`. */
async function withFunction(rest: string): Promise<Stage> {
  const stage = await cloudWith({ 'app.ts': `${appWith({ '/': 'one' })}${RESIZE}` });
  await framework('deploy', stage);
  writeFileSync(join(stage.cwd, 'app.ts'), rest);
  return stage;
}

describe('an API whose views are no longer imported', () => {
  const stage = deployedOnce(FILES);
  beforeAll(() => {
    writeFileSync(join(stage().cwd, 'app.ts'), FORGOTTEN);
  });

  test.each(['deploy', 'deploy --yes'])(
    '%s in a pipe refuses to delete an API, and names the flag and the import',
    async (line) => {
      const { cloud, cwd, first } = stage();
      const before = cloud.inventory();
      const result = await framework(line, { cwd, cloud });
      expect(result.exitCode).toBe(1);
      expect(result.err).toContain(
        'error FW6228: This deploy would delete the API `helloworld-dev`, whose URL is then lost, and the function `helloworld-dev`.',
      );
      expect(result.err).toContain('`framework deploy --allow-delete`');
      expect(result.err).toContain('import');
      expect(result.count).toMatch(/ 0 writes$/);
      expect(cloud.inventory()).toEqual(before);
      expect(await answerOf(first.out)).toEqual({ answer: 'one' });
    },
  );

  test.each(['deploy', 'deploy --yes'])(
    '%s at a terminal asks before it deletes an API, and no is the default',
    async (line) => {
      const { cloud, cwd } = stage();
      const before = cloud.inventory();
      const { asked, answer } = answering(false);
      const result = await framework(line, { cwd, cloud, answer });
      expect(asked).toEqual([
        'Delete the API helloworld-dev, whose URL is then lost, and the function helloworld-dev? (no)',
      ]);
      expect(result.exitCode).toBe(1);
      expect(result.count).toMatch(/ 0 writes$/);
      expect(result.err).toMatch(/^Nothing was changed\.$/m);
      expect(cloud.inventory()).toEqual(before);
    },
  );

  test('--json says what would be deleted, with the diagnostic', async () => {
    const { cloud, cwd } = stage();
    const { exitCode, out } = await framework('deploy --json', { cwd, cloud });
    expect(exitCode).toBe(1);
    const document = JSON.parse(out) as { readonly diagnostics: readonly { code: string }[] };
    expect(document).toMatchObject({
      version: 1,
      outcome: 'declined',
      deletions: [
        { kind: 'API', name: 'helloworld-dev' },
        { kind: 'function', name: 'helloworld-dev' },
      ],
    });
    expect(document.diagnostics.map(({ code }) => code)).toContain('FW6228');
  });

  test('the plan says what is lost, and what a deploy asks for', async () => {
    const { cloud, cwd } = stage();
    const { exitCode, out } = await framework('plan', { cwd, cloud });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/- {2}API +helloworld-dev {2}its URL is lost permanently/);
    expect(out).toMatch(/^A deploy asks .*; without a terminal, it requires `--allow-delete`\.$/m);
    const { out: json } = await framework('plan --json', { cwd, cloud });
    expect(JSON.parse(json)).toMatchObject({
      deletions: [
        { kind: 'API', name: 'helloworld-dev' },
        { kind: 'function', name: 'helloworld-dev' },
      ],
    });
  });

  test('with yes at the terminal it is deleted', async () => {
    const { cloud, cwd } = stage();
    const { answer } = answering(true);
    expect(await framework('deploy', { cwd, cloud, answer })).toMatchObject({ exitCode: 0 });
    expect(cloud.inventory().filter((name) => !name.startsWith('log-group'))).toEqual([]);
  });
});

test('with --allow-delete nothing is asked, and it is deleted', async () => {
  const { cloud, cwd } = await forgotten();
  const { asked, answer } = answering(false);
  const result = await framework('deploy --allow-delete', { cwd, cloud, answer });
  expect(result.exitCode).toBe(0);
  expect(asked).toEqual([]);
  expect(cloud.inventory().filter((name) => !name.startsWith('log-group'))).toEqual([]);
});

test('when the last route goes and a lambda function stays, it is the same', async () => {
  const { cloud, cwd } = await withFunction(`${APPLICATION}${RESIZE}`);
  const before = cloud.inventory();
  const refused = await framework('deploy', { cwd, cloud });
  expect(refused.exitCode).toBe(1);
  expect(refused.err).toContain('FW6228');
  expect(cloud.inventory()).toEqual(before);
  const allowed = await framework('deploy --allow-delete', { cwd, cloud });
  expect(allowed.exitCode).toBe(0);
  expect(cloud.inventory().filter((name) => !name.startsWith('log-group'))).toEqual([
    'function helloworld-dev-resize',
    'role helloworld-dev',
  ]);
});

test('a lambda function that is deployed is not deleted unasked either', async () => {
  const { cloud, cwd } = await withFunction(appWith({ '/': 'two' }));
  const refused = await framework('deploy', { cwd, cloud });
  expect(refused.exitCode).toBe(1);
  expect(refused.err).toContain(
    'error FW6228: This deploy would delete the function `helloworld-dev-resize`.',
  );
  expect(refused.count).toMatch(/ 0 writes$/);
  const allowed = await framework('deploy --allow-delete', { cwd, cloud });
  expect(allowed.out).toContain('Deleted function helloworld-dev-resize');
});

test('a route that goes while others stay is not asked about', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': appWith({ '/': 'one', '/two': 'two' }) });
  await framework('deploy', { cwd, cloud });
  writeFileSync(join(cwd, 'app.ts'), appWith({ '/': 'one' }));
  const { asked, answer } = answering(false);
  expect(await framework('deploy', { cwd, cloud, answer })).toMatchObject({ exitCode: 0 });
  expect(asked).toEqual([]);
});

test('a deploy that was interrupted names the flag again', async () => {
  const { cloud, cwd } = await forgotten();
  const interruption = new AbortController();
  cloud.arm({ kind: 'interrupt', at: 5, onKill: () => interruption.abort() });
  const { signal } = interruption;
  const { exitCode, err } = await framework('deploy --allow-delete', { cwd, cloud, signal });
  expect(exitCode).toBe(130);
  expect(err).toContain('Run `framework deploy --allow-delete` again to finish.');
});
