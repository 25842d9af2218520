// `.env` is only for its author's machine: neither the package nor the deployed settings contain anything from it.
import { GetFunctionCommand } from '@aws-sdk/client-lambda';
import { strFromU8, unzipSync } from 'fflate';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import { addressIn, framework, cloudWith } from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('environment files of deploys', 3);

const APP = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });
export const index = app.route('/')(() => [process.env['TABLE'], process.env['KEY'] ?? null]);
`;
const CONFIG = {
  version: '2.0',
  app_name: 'helloworld',
  stages: { dev: { environment_variables: { TABLE: 'shop' } } },
};

test('what stands in .env and .env.<stage> is not deployed', async () => {
  const { cloud, cwd } = await cloudWith({
    'app.ts': APP,
    'frameworklib/data.txt': 'data',
    '.env': 'TABLE=shop-of-ada\nKEY=hush-all\n',
    '.env.dev': 'KEY=hush-dev\n',
    '.framework/config.json': JSON.stringify(CONFIG),
  });
  const { out, exitCode } = await framework('deploy', { cwd, cloud });
  expect(exitCode).toBe(0);

  const { lambda } = createClients(cloud);
  const read = new GetFunctionCommand({ FunctionName: 'helloworld-dev' });
  const { Code, Configuration } = await lambda.send(read);
  const zip = await (await fetch(Code?.Location ?? '')).arrayBuffer();
  const files = Object.entries(unzipSync(new Uint8Array(zip)));
  const names = files.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['index.mjs', 'frameworklib/data.txt']));
  expect(names.filter((name) => name.includes('.env'))).toEqual([]);
  const local = /hush|shop-of-ada/;
  expect(files.filter(([, bytes]) => local.test(strFromU8(bytes)))).toEqual([]);
  expect(JSON.stringify(Configuration)).not.toMatch(local);
  const answer = async (): Promise<unknown> => (await fetch(addressIn(out))).json();
  await expect.poll(answer).toEqual(['shop', null]);
});
