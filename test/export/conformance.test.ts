// The conformance table on the test cloud, created from the CloudFormation template of an export: CORS, authorizers, binary
// types, blueprints, middleware and typed input behave as after a deploy.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../cli/serve/local-cloud/clients.fixture.js';
import { copyApp, startCloudWithSecret } from '../conformance/app-in-cloud.js';
import type { AppName } from '../conformance/case.js';
import { type OpenApp, runConformance } from '../conformance/run-conformance.js';
import { send } from '../local/support/client.js';
import { readJson, runExport } from './exports.js';
import { applyTemplate } from './template-applier.js';

runConformance({ name: 'exported to the test cloud', isCostly: true, open });

async function open(app: AppName): Promise<OpenApp> {
  const cwd = copyApp(app);
  const { exitCode, err } = await runExport('--format cloudformation --out infra', cwd);
  if (exitCode !== 0) throw new Error(`${app} is not exported:\n${err}`);
  const cloud = await startCloudWithSecret();
  const zip = readFileSync(join(cwd, 'infra/package.zip'));
  const template = readJson(cwd, 'infra/template.json');
  const code = { bucket: 'code', key: 'app.zip', zip };
  const { ApiUrl = '' } = await applyTemplate(template, code, cloud);
  const { hostname: host, pathname } = new URL(ApiUrl);
  const request: OpenApp['request'] = ({ path, headers, ...rest }) =>
    send(Number(new URL(cloud.url).port), {
      ...rest,
      path: `${pathname.slice(0, -1)}${path}`,
      headers: { host, ...headers },
    });
  // A new stage does not respond immediately.
  while (
    (await request({ path: '/' })).headerValues('x-amzn-errortype').includes('ForbiddenException')
  )
    await pause(20);
  return {
    request,
    close: async () => {
      await cloud.close();
      rmSync(cwd, { recursive: true });
    },
  };
}
