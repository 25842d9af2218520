// Blueprints in `framework export`: the routes and functions of each registration, with the options of the blueprint.
import { expect, test } from 'vitest';
import { ExitCode } from '../../cli/program/command.js';
import { temporaryProject } from '../support/temporary-project.js';
import { at, mappingIn, readJson, runExport } from './exports.js';

const ADMIN = `import { Blueprint, IAMAuthorizer } from 'framework';
export const admin = new Blueprint({ authorizer: new IAMAuthorizer(), apiKeyRequired: true });
export const user = admin.route('/users/{id}')((id: string, shop: string) => [id, shop]);
export const login = admin.route('/login', { authorizer: null, apiKeyRequired: false })((shop: string) => shop);
export const sweep = admin.lambdaFunction()(() => 'swept');
`;
const APP = `import { Framework } from 'framework';
import { admin } from './lib/admin.js';
export const app = new Framework({ appName: 'shop' });
app.register(admin, { urlPrefix: '/shops/{shop}' });
app.register(admin, { urlPrefix: '/old/{shop}', namePrefix: 'old-' });
`;

test('CloudFormation has both places of a blueprint, and who may call', async () => {
  const cwd = temporaryProject({
    'app.ts': APP,
    'lib/admin.ts': ADMIN,
    '.framework/config.json': JSON.stringify({ version: '2.0', api_keys: {} }),
  });
  const { exitCode, err } = await runExport('--format cloudformation --out infra', cwd);
  expect([exitCode, err]).toEqual([ExitCode.ok, '']);
  const resources = mappingIn(readJson(cwd, 'infra/template.json'), 'Resources');
  const paths = mappingIn(resources, 'Api', 'Properties', 'Body', 'paths');
  const security = Object.keys(paths).map((path) => [path, at(paths, path, 'get', 'security')]);
  const guarded = [{ IAM: [] }, { api_key: [] }];
  expect(Object.fromEntries(security)).toEqual({
    '/old/{shop}/login': undefined,
    '/old/{shop}/users/{id}': guarded,
    '/shops/{shop}/login': undefined,
    '/shops/{shop}/users/{id}': guarded,
  });
  const names = Object.values(resources).map((one) => at(one, 'Properties', 'FunctionName'));
  expect(names.filter((name) => String(name).endsWith('sweep'))).toEqual([
    'shop-dev-old-sweep',
    'shop-dev-sweep',
  ]);
});
