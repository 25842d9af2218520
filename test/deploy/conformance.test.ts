// The conformance table on the test cloud: deployed with the CLI, imported by API Gateway, run by AWS's own runtime interface
// client.
import { rmSync } from 'node:fs';
import { copyApp, startCloudWithSecret } from '../conformance/app-in-cloud.js';
import type { AppName } from '../conformance/case.js';
import { type OpenApp, runConformance } from '../conformance/run-conformance.js';
import { send } from '../local/support/client.js';
import { addressIn, framework } from './deployments.js';

runConformance({ name: 'deployed to the test cloud', isCostly: true, open });

async function open(app: AppName): Promise<OpenApp> {
  const cwd = copyApp(app);
  const cloud = await startCloudWithSecret();
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
