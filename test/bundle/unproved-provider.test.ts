// Providers about which nothing can be proved: a build reports them, and a read outside one fails with a sentence that leads to
// the location in the source.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { ProxyEvent, ProxyResult } from '../../runtime/contract/proxy-event.js';
import { capturedOutput } from '../support/captured-output.js';
import { proxyEvent } from '../support/proxy-events.js';
import { bundleProject, compileProject, packageFolder } from './bundle-project.js';
import { makeProject } from './temporary-project.js';

/** A package that is not read, because it does not depend on the framework. */
const PACKAGE = `import { middleware } from 'framework';
export const [user, role] = [
  middleware.provide((_request, next) => next('ann')),
  middleware.provide((_request, next) => next(user.value + ' reads')),
];
export const makeUser = (name) => middleware.provide((_request, next) => next(name));
`;

const HEAD = `import { Framework, middleware } from 'framework';
import { makeUser, role, user } from '@acme/auth';
`;
const SENTENCE =
  'Error: The value of a provider is available only inside it: list the provider in `middleware` of the application or of the route, before the code that reads it.';

type Case = { readonly app: string; readonly codes: readonly string[]; readonly works: string };

/** `/works` is inside the provider, `/fails` is not. */
const CASES: Readonly<Record<string, Case>> = {
  'an export of a package': {
    app: `export const app = new Framework({ appName: 'a' });
export const works = app.route('/works', { middleware: [user] })(() => user.value);
export const fails = app.route('/fails')(() => user.value);`,
    codes: ['FW3206'],
    works: '"ann"',
  },
  'one of a package behind another': {
    app: `export const app = new Framework({ appName: 'a' });
export const works = app.route('/works', { middleware: [user, role] })(() => role.value);
export const fails = app.route('/fails', { middleware: [role] })(() => role.value);`,
    codes: ['FW3206', 'FW3206', 'FW3206'],
    works: '"ann reads"',
  },
  'what a function of a package makes': {
    app: `const eve = makeUser('eve');
export const app = new Framework({ appName: 'a' });
export const works = app.route('/works', { middleware: [eve] })(() => eve.value);
export const fails = app.route('/fails')(() => eve.value);`,
    codes: ['FW3206'],
    works: '"eve"',
  },
  'one in a list': {
    app: `const all = [middleware.provide((_request, next) => next('bob'))] as const;
export const app = new Framework({ appName: 'a' });
export const works = app.route('/works', { middleware: [...all] })(() => all[0].value);
export const fails = app.route('/fails')(() => all[0].value);`,
    codes: ['FW3205'],
    works: '"bob"',
  },
};

test.each(Object.keys(CASES))('%s', async (name) => {
  const { app = '', codes = [], works = '' } = CASES[name] ?? {};
  const root = makeProject({
    'package.json': '{ "name": "a", "type": "module" }',
    'app.ts': HEAD + app,
    'node_modules/@acme/auth/package.json':
      '{ "name": "@acme/auth", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
    'node_modules/@acme/auth/index.js': PACKAGE,
  });
  const { diagnostics } = compileProject(root).compilation;
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  expect((await bundleProject(root)).kind).not.toBe('failed');
  const built = join(packageFolder(root), 'index.mjs');
  const { handler } = (await import(pathToFileURL(built).href)) as {
    handler: (event: ProxyEvent) => Promise<ProxyResult>;
  }; // because the entry exports it
  const ask = (path: string) => handler(proxyEvent({ resource: path, path }));
  expect(await ask('/works')).toMatchObject({ statusCode: 200, body: works });
  let failed: ProxyResult | undefined;
  const log = await capturedOutput(async () => {
    failed = await ask('/fails');
  });
  expect(failed).toMatchObject({
    statusCode: 500,
    body: '{"Code":"FrameworkViewError","Message":"FrameworkViewError: An internal server error occurred."}',
  });
  expect(log).toContain(`a - ERROR - Caught exception for GET /fails\n${SENTENCE}`);
  expect(log).toMatch(/^ +at .*\b(?:app\.ts|auth\/index\.js):\d+:\d+/m);
});
