// A package with its own copy of the framework: one runtime serves the application, that of the project.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ANSWERS, CALLS, projectWithTwo } from '../support/second-runtime.js';
import { openTestApp } from '../testing/support/built-testing.js';
import { bundleProject, compileProject, packageFolder, show } from './bundle-project.js';
import { runPackage } from './run-package.js';

test('a bundle has one runtime', async () => {
  const root = projectWithTwo();
  expect(show(compileProject(root).compilation)).toBe('');
  expect(show(await bundleProject(root))).toBe('');
  expect(runPackage(packageFolder(root), CALLS)).toMatchObject(ANSWERS);
});

test.each(['the bundle', 'an application that the test loads'])(
  'testApp serves %s as it is deployed',
  async (how) => {
    const root = projectWithTwo();
    const load = async () => (await import(/* @vite-ignore */ join(root, 'app.mjs'))) as object;
    const { client } = await openTestApp(root, how === 'the bundle' ? {} : { load });
    for (const [route, answer] of Object.entries(ANSWERS)) {
      const [, path = ''] = route.split(' ');
      const { status, body } = await client.get(
        path.replace('{shop}', 'north').replace('{id}', '7'),
      );
      expect(`${status} ${Buffer.from(body).toString()}`).toBe(answer);
    }
  },
);
