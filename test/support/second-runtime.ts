// An application that registers a blueprint from a package that has its own copy of the framework.
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryProject } from './temporary-project.js';

const REPOSITORY = join(import.meta.dirname, '../..');
const PLACE = 'node_modules/@acme/shop-admin';

const ADMIN = `import { BadRequestError, Blueprint, HTTPError, middleware, Response } from 'framework';

export const user = middleware.provide((request, next) => next(request.uriParams.shop));

export const admin = new Blueprint({ middleware: [user] });
export const users = admin.route('/users/{id}')(async (id, shop) => {
  await shop;
  return new Response([id, user.value, admin.currentRequest.method], 201);
});
export const refused = admin.route('/refused')((shop) => {
  throw new BadRequestError('no ' + shop);
});
class LostError extends HTTPError {}
export const lost = admin.route('/lost')((shop) => {
  throw new LostError(410, shop);
});
`;

const APP = `import { BadRequestError, ConflictError, Framework, FrameworkViewError, HTTPError, middleware } from 'framework';
import { admin } from '@acme/shop-admin';

class LostError extends HTTPError {}
const KINDS = { BadRequestError, ConflictError, FrameworkViewError, HTTPError, LostError };
const told = middleware(async (_request, next) => {
  try {
    return await next();
  } catch (error) {
    error.message += ' is ' + Object.keys(KINDS).filter((name) => error instanceof KINDS[name]);
    throw error;
  }
});

export const app = new Framework({ appName: 'shop', middleware: [told] });
app.register(admin, { urlPrefix: '/shops/{shop}' });
export const here = app.route('/here/{id}')(async (id) => {
  await 1;
  return app.currentRequest.uriParams;
});
`;

/** Creates a project with the framework and a package that has its own copy; `files` override the defaults. */
export function projectWithTwo(files: Readonly<Record<string, string>> = {}): string {
  const root = temporaryProject({
    'package.json': '{ "type": "module" }',
    'app.mjs': APP,
    ...files,
    [`${PLACE}/package.json`]: JSON.stringify({
      name: '@acme/shop-admin',
      version: '1.0.0',
      type: 'module',
      exports: './index.js',
      dependencies: { framework: '*' },
    }),
    [`${PLACE}/index.js`]: ADMIN,
  });
  symlinkSync(REPOSITORY, join(root, 'node_modules/framework'), 'dir');
  const copy = join(root, PLACE, 'node_modules/framework');
  mkdirSync(copy, { recursive: true });
  for (const part of ['package.json', 'dist/runtime'])
    cpSync(join(REPOSITORY, part), join(copy, part), { recursive: true });
  return root;
}

export const CALLS = {
  'GET /shops/{shop}/users/{id}': { shop: 'north', id: '7' },
  'GET /shops/{shop}/refused': { shop: 'north' },
  'GET /shops/{shop}/lost': { shop: 'north' },
  'GET /here/{id}': { id: '7' },
};
/** The responses, wherever the application runs. */
export const ANSWERS = {
  'GET /shops/{shop}/users/{id}': '201 ["7","north","GET"]',
  'GET /shops/{shop}/refused':
    '400 {"Code":"BadRequestError","Message":"no north is BadRequestError,FrameworkViewError"}',
  'GET /shops/{shop}/lost':
    '410 {"Code":"LostError","Message":"north is FrameworkViewError,HTTPError"}',
  'GET /here/{id}': '200 {"id":"7"}',
};
