// Who may call an exported API: the routes of blueprints, keys, signatures and the results of authorizers.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { at, mappingIn, readJson, runExport } from './exports.js';
import { ExitCode } from '../../cli/program/command.js';
import { readFileSync } from 'node:fs';
import { framework, helloWorld, testCloud } from '../deploy/deployments.js';
import { answersOf, GUARDED_ROUTES } from './guarded-routes.js';
import { applyTemplate } from './template-applier.js';
import { terraform, terraformInit, whyNoTerraform } from './terraform.js';

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

// Keys, signatures and results of the application's own authorizer with an exported API: the same responses as with a deployed
// one.

const reason = whyNoTerraform();
const TERRAFORM = 'an API that Terraform made asks for them too';

test('an exported API asks for keys and signatures, and keeps verdicts, as a deployed one does', async () => {
  const cwd = helloWorld({ 'app.ts': GUARDED_ROUTES });
  const deployed = await testCloud();
  expect(await framework('deploy', { cwd, cloud: deployed })).toMatchObject({ exitCode: 0 });
  const expected = await answersOf(deployed);
  expect(expected).toMatchObject({
    'no key': '403 {"message":"Forbidden"}',
    'another key': '403 {"message":"Forbidden"}',
    'a key': '200 {"has":"a key"}',
    unsigned: '403 {"message":"Missing Authentication Token"}',
    signed: '200 {"accessKey":"test"}',
    'signed with another secret': expect.stringMatching(/^403 .*signature/) as string,
    'no token': '401 {"message":"Unauthorized"}',
    'asked, first': '200 {"times":"1"}',
    'asked, second': '200 {"times":"2"}',
    'kept, first': '200 {"times":"3"}',
    'kept, second': '200 {"times":"3"}',
  });

  expect(await runExport('--format cloudformation --out infra', cwd)).toMatchObject({
    exitCode: 0,
  });
  const cloud = await testCloud();
  const zip = readFileSync(join(cwd, 'infra/package.zip'));
  const template = readJson(cwd, 'infra/template.json');
  await applyTemplate(template, { bucket: 'code', key: 'app.zip', zip }, cloud);
  expect(await answersOf(cloud)).toEqual(expected);
});

test.skipIf(reason !== undefined)(
  reason === undefined ? TERRAFORM : `${TERRAFORM} (${reason})`,
  { timeout: 5 * 60_000 },
  async () => {
    const cwd = helloWorld({
      'app.ts': GUARDED_ROUTES,
      // The provider on this machine may be older than the newest runtime.
      '.framework/config.json': '{"version":"2.0","app_name":"helloworld","runtime":"nodejs22.x"}',
    });
    const deployed = await testCloud();
    expect(await framework('deploy', { cwd, cloud: deployed })).toMatchObject({ exitCode: 0 });
    const expected = await answersOf(deployed);

    expect(await runExport('--format terraform --out infra', cwd)).toMatchObject({ exitCode: 0 });
    const cloud = await testCloud();
    await terraformInit(join(cwd, 'infra'));
    const applied = await terraform('apply -auto-approve', join(cwd, 'infra'), cloud);
    expect(applied.exitCode, applied.out).toBe(0);
    expect(await answersOf(cloud)).toEqual(expected);
  },
);
