// Middleware and providers of an application that a test under `framework/vite` loads itself.
import { expect, test } from 'vitest';
import { isTurn } from '../support/sample.js';
import { runVitest, vitestProject } from './vitest-project.js';

const USER = `import { middleware, UnauthorizedError } from 'framework';
import { nameOf } from './names.js';

export const user = middleware.provide(async (request, next) => {
  const id = request.headers['X-User'];
  if (id === undefined) throw new UnauthorizedError('who?');
  return next({ name: await nameOf(id) });
});
`;

const APP = `import { Framework, middleware } from 'framework';
import { user } from './user.js';

const marked = middleware(async (_request, next) => {
  const response = await next();
  response.headers['X-Marks'] = \`\${response.headers['X-Marks'] ?? ''}marked\`;
  return response;
});

export const app = new Framework({ appName: 'x', middleware: [marked] });

export class Views {
  #greeting = 'hello';

  @app.route('/who', { middleware: [user] })
  async who() {
    await Promise.resolve();
    return \`\${this.#greeting} \${user.value.name}\`;
  }
}
`;

const TEST = `import { testApp } from 'framework/testing';
import { afterAll, expect, test, vi } from 'vitest';
import { user } from '../user.js';

vi.mock('../names.js', () => ({ nameOf: (id) => Promise.resolve('mocked ' + id) }));

const { client, close } = await testApp('./app.ts', { load: () => import('../app.js') });
afterAll(close);

test('middleware runs, and a provider with what is mocked', async () => {
  const [ann, ben] = await Promise.all(
    ['ann', 'ben'].map((id) => client.get('/who', { headers: { 'X-User': id } })),
  );
  expect(ann.headers['x-marks']).toBe('marked');
  expect([ann.json(), ben.json()]).toEqual(['hello mocked ann', 'hello mocked ben']);
});

test('what a provider throws is an answer', async () => {
  expect((await client.get('/who')).status).toBe(401);
});

test('a value of the test stands in its place', async () => {
  expect((await client.with(user, { name: 'fake' }).get('/who')).json()).toBe('hello fake');
});
`;

const today = test.runIf(isTurn('runs of Vitest', 1, 3));

today('they run as in the cloud, with mocks and with values of the test', async () => {
  const directory = vitestProject({
    'app.ts': APP,
    'user.ts': USER,
    'names.ts': 'export const nameOf = (id: string) => Promise.resolve(id);\n',
    'test/app.test.ts': TEST,
  });
  const { output, exitCode } = await runVitest(directory);
  expect({ output, exitCode }).toMatchObject({ exitCode: 0 });
  expect(output).toMatch(/Tests +3 passed/);
});
