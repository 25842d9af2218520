// `client.with`: a value of the test replaces that of a provider, in the bundle and in an application that the test has loaded.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Provider } from '../../runtime/index.js';
import { temporaryProject } from '../support/temporary-project.js';
import { openTestApp } from './support/built-testing.js';

const REPOSITORY = join(import.meta.dirname, '../..');

const PROVIDERS = `import { middleware, UnauthorizedError } from 'framework';

export const user = middleware.provide((request, next) => {
  if (request.headers['X-User'] === undefined) throw new UnauthorizedError('who?');
  return next({ name: request.headers['X-User'] });
});
export const [today, role] = [
  middleware.provide((_request, next) => next(new Date(0))),
  middleware.provide((_request, next) => next(user.value.name === 'ann' ? 'admin' : 'reader')),
];
`;
const APP = `import { Framework } from 'framework';
import { role, today, user } from './providers.mjs';

export const app = new Framework({ appName: 'shop', middleware: [user, today, role] });
export const who = app.route('/who')(async () => {
  await new Promise((resolve) => setTimeout(resolve, 2));
  return [user.value.name, role.value, today.value.getUTCFullYear()];
});
`;

type Providers = {
  readonly user: Provider<{ name: string }>;
  readonly today: Provider<Date>;
  readonly role: Provider<string>;
};

async function makeApp() {
  const directory = temporaryProject({
    'package.json': '{ "type": "module" }',
    'app.mjs': APP,
    'providers.mjs': PROVIDERS,
  });
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(REPOSITORY, join(directory, 'node_modules/framework'), 'dir');
  const load = async (file: string) =>
    (await import(/* @vite-ignore */ pathToFileURL(join(directory, file)).href)) as object;
  const providers = (await load('providers.mjs')) as Providers; // because the module exports it
  return { directory, providers, load: () => load('app.mjs') };
}

test.each(['the bundle', 'an application that the test loads'])(
  '%s has the value that a test gives',
  async (how) => {
    const { directory, providers, load } = await makeApp();
    const { client } = await openTestApp(directory, how === 'the bundle' ? {} : { load });
    const { user, today, role } = providers;
    expect((await client.get('/who')).status).toBe(401);
    const ann = client.with(user, { name: 'ann' });
    const late = ann.with(today, new Date(Date.UTC(2030, 1)));
    expect((await ann.get('/who')).json()).toEqual(['ann', 'admin', 1970]);
    expect((await late.get('/who')).json()).toEqual(['ann', 'admin', 2030]);
    expect((await late.with(role, 'none').get('/who')).json()).toEqual(['ann', 'none', 2030]);
    const bob = client.with(user, { name: 'bob' });
    const carl = ann.with(user, { name: 'carl' });
    expect((await carl.get('/who')).json()).toEqual(['carl', 'reader', 1970]);
    expect((await carl.with(user, { name: 'ann' }).get('/who')).json()).toEqual([
      'ann',
      'admin',
      1970,
    ]);
    const names = ['ann', 'bob', 'ann', 'bob'];
    const both = names.map((name) => (name === 'ann' ? ann : bob).get('/who'));
    expect((await Promise.all(both)).map((answer) => answer.json<string[]>()[0])).toEqual(names);
    expect((await client.get('/who')).status).toBe(401);
    const real = await client.get('/who', { headers: { 'X-User': 'eve' } });
    expect(real.json()).toEqual(['eve', 'reader', 1970]);
  },
);

test('a provider of elsewhere is refused', async () => {
  const { directory } = await makeApp();
  const other = await makeApp();
  const { client } = await openTestApp(directory);
  const answer = await client.with(other.providers.user, { name: 'ann' }).get('/who');
  expect(answer.status).toBe(502);
  expect(answer.note).toContain('The application has no provider that is created in');
  expect(() => client.with({ value: 1 } as never, 1)).toThrow('middleware.provide');
});
