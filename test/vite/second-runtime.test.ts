// `framework/vite` with a package that has its own copy of the framework: a test that loads the application itself gets the
// same responses as from the bundle.
import { expect, test } from 'vitest';
import { ANSWERS, projectWithTwo } from '../support/second-runtime.js';
import { isTurn } from '../support/sample.js';
import { linkPackages, runVitest, VITEST_CONFIG } from './vitest-project.js';

const TEST = `import { testApp } from 'framework/testing';
import { user } from '@acme/shop-admin';
import { afterAll, expect, test } from 'vitest';

const { client, close } = await testApp('./app.mjs', { load: () => import('../app.mjs') });
afterAll(close);

test.each(Object.entries(ANSWERS))('%s', async (route, answer) => {
  const path = route.replace('GET ', '').replace('{shop}', 'north').replace('{id}', '7');
  const { status, body } = await client.get(path);
  expect(status + ' ' + Buffer.from(body)).toBe(answer);
});

test('a value of the test stands in the place of the provider of the package', async () => {
  const answer = await client.with(user, 'fake').get('/shops/north/users/7');
  expect(answer.json()).toEqual(['7', 'fake', 'GET']);
});
`;

const today = test.runIf(isTurn('runs of Vitest', 2, 3));

today('an application that a test loads answers as it is deployed', async () => {
  const directory = projectWithTwo({
    'vitest.config.ts': VITEST_CONFIG,
    'test/app.test.ts': `const ANSWERS = ${JSON.stringify(ANSWERS)};\n${TEST}`,
  });
  linkPackages(directory);
  const { output, exitCode } = await runVitest(directory);
  expect({ output, exitCode }).toMatchObject({ exitCode: 0 });
  expect(output).toMatch(/Tests +5 passed/);
});
