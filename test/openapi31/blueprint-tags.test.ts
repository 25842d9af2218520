// The document groups routes by their blueprints (docs/decisions/blueprints.md).
import { expect, test } from 'vitest';
import { createCompiler } from '../../compiler/compile-app.js';
import { describeApp } from '../../compiler/describe-app.js';
import { compiledApp } from '../conformance/compiled-app.js';

test('a route has the name of its innermost blueprint as its tag', () => {
  const { project, manifest } = compiledApp('parted-app');
  const source = createCompiler().readSource(project);
  const described = source && describeApp(source, { files: project.files, manifest });
  const tags = described?.operations.map(
    ({ method, path, tags: own }) => `${method} ${path}: ${own.join()}`,
  );
  expect(tags).toEqual([
    'GET /: ',
    'GET /account: account',
    'GET /account/help: help',
    'GET /account/help/mine: help',
    'GET /account/login: account',
    'GET /admin: admin',
    'GET /admin/called: admin',
    'PUT /admin/closed: admin',
    'GET /admin/late: admin',
    'GET /admin/reports/{year}: reports',
    'GET /admin/reports/{year}/{month}: reports',
    'GET /admin/reports/{year}/{month}/total: reports',
    'GET /admin/users/{id}: admin',
    'PUT /admin/users/{id}: admin',
    'GET /old/shops/{shop}/items: tenant',
    'POST /old/shops/{shop}/items: tenant',
    'GET /shops/{shop}/items: tenant',
    'POST /shops/{shop}/items: tenant',
  ]);
});
