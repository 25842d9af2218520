// The conformance table on the test cloud: deployed with the CLI, imported by API Gateway, run by AWS's own runtime interface
// client.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import { type AppName, SECRET } from '../conformance/case.js';
import { type OpenApp, runConformance } from '../conformance/run-conformance.js';
import { send } from '../local/support/client.js';
import { addressIn, framework } from './deployments.js';

const REPOSITORY = join(import.meta.dirname, '../..');

runConformance({ name: 'deployed to the test cloud', isCostly: true, open });

async function open(app: AppName): Promise<OpenApp> {
  const cwd = mkdtempSync(join(tmpdir(), 'framework-deployed-'));
  cpSync(join(import.meta.dirname, '../conformance', app), cwd, { recursive: true });
  mkdirSync(join(cwd, 'node_modules'));
  for (const name of ['valibot', 'zod'])
    symlinkSync(join(REPOSITORY, 'node_modules', name), join(cwd, 'node_modules', name), 'dir');
  const cloud = await startTestCloud();
  const { parameter: Name, value: Value } = SECRET;
  await createClients(cloud).ssm.putParameter({ Name, Value, Type: 'SecureString' });
  const { exitCode, out, err } = await framework('deploy', { cwd, cloud });
  if (exitCode !== 0) throw new Error(`${app} is not deployed:\n${err}`);
  const { port, pathname } = new URL(addressIn(out));
  const [, , id = '', stage = ''] = pathname.split('/');
  const host = `${id}.execute-api.us-east-1.amazonaws.com`;
  return {
    request: ({ path, headers, ...request }) =>
      send(Number(port), { ...request, path: `/${stage}${path}`, headers: { host, ...headers } }),
    close: async () => {
      await cloud.close();
      rmSync(cwd, { recursive: true });
    },
  };
}
