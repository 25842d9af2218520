// The tests in pages of the guide, run with Vitest against the application of the same page, as a reader would.
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleOf } from '../support/sample.js';
import { temporaryProject } from '../support/temporary-project.js';
import { openTestApp } from '../testing/support/built-testing.js';
import { runVitest, vitestProject } from '../vite/vitest-project.js';
import { blockProjects } from './block-projects.js';
import { allPages, REPOSITORY } from './pages.js';

/** The packages that the pages install. */
const INSTALLED = ['jose', 'dynalite', '@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb'];

const PAGES = ['authentication', 'cookies', 'uploads', 'real-application', 'streaming'];

test.each(sampleOf('pages with tests', PAGES, 5))(
  'the tests of docs/guide/%s.md pass',
  async (name) => {
    const page = allPages().find(({ path }) => path === `docs/guide/${name}.md`);
    const project = page && blockProjects(page).find((one) => one.name === page.path);
    const files = [...(project?.files ?? [])].map(([path, { text }]) => [path, text] as const);
    const tests = files.filter(([path]) => path.endsWith('.test.ts'));
    expect(tests).not.toEqual([]);
    const directory = vitestProject({
      '.env': 'SESSION_SECRET=0123456789abcdef0123456789abcdef\n',
      ...Object.fromEntries(files),
    });
    for (const one of INSTALLED) {
      const link = join(directory, 'node_modules', one);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(REPOSITORY, 'node_modules', one), link, 'dir');
    }
    const { output, exitCode } = await runVitest(directory);
    expect({ output, exitCode }).toMatchObject({ exitCode: 0 });
    expect(output).toMatch(new RegExp(`Test Files +${String(tests.length)} passed`));
  },
);

test('the decorator and the wrapper of docs/guide/routing.md run around their views', async () => {
  const page = allPages().find(({ path }) => path === 'docs/guide/routing.md');
  const block = page?.blocks.find(
    ({ language, text }) => language === 'ts' && text.includes('@membersOnly'),
  );
  const directory = temporaryProject({
    'package.json': '{ "type": "module" }',
    'app.ts': block?.text ?? '',
  });
  const { client } = await openTestApp(directory);
  for (const path of ['/books/{id}', '/shelves/{id}']) {
    const params = { id: 'a b' };
    expect((await client.get(path, { params })).status).toBe(403);
    const member = await client.get(path, { params, headers: { 'X-Member': '1' } });
    expect(member.json()).toEqual({ id: 'a b' });
  }
});

test('the layout of docs/guide/blueprints.md proves who calls in every part', async () => {
  const page = allPages().find(({ path }) => path === 'docs/guide/blueprints.md');
  const block = page?.blocks.find(
    ({ language, text }) => language === 'ts' && text.includes('const orders = new Blueprint({'),
  );
  const directory = temporaryProject({
    'package.json': '{ "type": "module" }',
    'app.ts': block?.text ?? '',
  });
  const { client } = await openTestApp(directory);
  const headers = { 'X-User': 'ann' };
  const answers = { '/orders': { of: 'ann' }, '/users/me': { name: 'ann' } };
  for (const [path, answer] of Object.entries(answers)) {
    expect((await client.get(path)).status).toBe(401);
    expect((await client.get(path, { headers })).json()).toEqual(answer);
  }
});

test('the providers of docs/guide/providers.md give what their page says', async () => {
  const page = allPages().find(({ path }) => path === 'docs/guide/providers.md');
  const project = page && blockProjects(page).find((one) => one.name === page.path);
  const files = [...(project?.files ?? [])].filter(([path]) => !path.endsWith('.test.ts'));
  const directory = temporaryProject({
    'package.json': '{ "type": "module" }',
    ...Object.fromEntries(files.map(([path, { text }]) => [path, text])),
  });
  const { client } = await openTestApp(directory);
  const asked = (headers: Readonly<Record<string, string>>) =>
    client.get('/orders/{id}', { params: { id: '7' }, headers });
  expect((await asked({ 'X-User': 'ann' })).json()).toEqual({ id: '7', hello: 'ann' });
  expect((await asked({})).json()).toMatchObject({ Message: 'sign in first' });
});
