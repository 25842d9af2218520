// `.env` and `.env.<stage>` while the server runs, and which values take precedence.
import { expect, onTestFinished } from 'vitest';
import { send } from './support/client.js';
import { serve, type ServeOptions } from './support/served-project.js';
import { createProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('environment files', 3);

const APP = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'env' });
export const view = app.route('/')(() => [process.env.PLACE, process.env.TABLE ?? null]);
`;
const CONFIG = JSON.stringify({ environment_variables: { PLACE: 'config' } });

async function serveWith(files: Readonly<Record<string, string>>, options: ServeOptions = {}) {
  const project = createProject({ 'app.ts': APP, '.framework/config.json': CONFIG, ...files });
  const served = await serve(project.directory, options);
  onTestFinished(async () => {
    await served.stop();
    project.remove();
  });
  const get = async (): Promise<string> => (await send(served.port, { path: '/' })).text;
  const save = async (file: string, text: string, wanted: RegExp): Promise<void> => {
    const from = served.output().length;
    project.write(file, text);
    await served.printed(wanted, from);
  };
  return { get, save, output: served.output };
}

test('a file that appears, changes or has a mistake counts from the next request on', async () => {
  const { get, save, output } = await serveWith({});
  expect(await get()).toBe('["config",null]');
  await save('.env', 'PLACE=env\nTABLE=cities\n', /Reloaded in/);
  expect(await get()).toBe('["env","cities"]');
  await save('.env.dev', 'PLACE=dev\n', /Reloaded in/);
  expect(await get()).toBe('["dev","cities"]');
  await save('.env', 'PLACE=env\nTABLE\n', /FW1135/);
  expect(output()).toMatch(/\.env:2:1/);
  expect(await get()).toContain('FW1135');
  await save('.env', 'TABLE=towns\n', /Reloaded in/);
  expect(await get()).toBe('["dev","towns"]');
});

test('a secret has the value of .env, and a save of the file changes it', async () => {
  const app = `import { Framework, secret } from 'framework';
export const app = new Framework({ appName: 'env' });
const stripe = secret('stripe-key');
export const view = app.route('/')(() => stripe());
`;
  const { get, save, output } = await serveWith({ 'app.ts': app });
  expect(await get()).toContain('FrameworkViewError');
  expect(output()).toMatch(/secret stripe-key .*STRIPE_KEY/);
  await save('.env', 'STRIPE_KEY=sk_test_1\n', /Reloaded in/);
  expect(await get()).toBe('"sk_test_1"');
  await save('.env', 'STRIPE_KEY=sk_test_2\n', /Reloaded in/);
  expect(await get()).toBe('"sk_test_2"');
  expect(output()).not.toContain('sk_test');
});

test('the configuration and .env win over the shell', async () => {
  const environment = { PLACE: 'shell', TABLE: 'shell' };
  const { get } = await serveWith({ '.env': 'TABLE=env' }, { environment });
  expect(await get()).toBe('["config","env"]');
});

test('the shell wins with --env-from-shell', async () => {
  const environment = { PLACE: 'shell', TABLE: 'shell' };
  const files = { '.env': 'TABLE=env' };
  const { get } = await serveWith(files, { environment, args: ['--env-from-shell'] });
  expect(await get()).toBe('["shell","shell"]');
});
