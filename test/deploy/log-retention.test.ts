// The key `log_retention_in_days`, with the SDK's own clients.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, describe } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { addressIn, appWith, cloudWith, framework } from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('retention of logs', 3);

const CONFIG = '.framework/config.json';

function config(settings: object): string {
  return JSON.stringify({ version: '2.0', app_name: 'helloworld', ...settings });
}

async function retentionIn(cloud: TestCloud): Promise<number | undefined> {
  const { logGroups } = await createClients(cloud).logs.describeLogGroups({});
  return logGroups?.[0]?.retentionInDays;
}

test('a rollback leaves the retention as it is', async () => {
  const { cloud, cwd } = await cloudWith({
    [CONFIG]: config({}),
    'app.ts': appWith({ '/': 'first' }),
  });
  await framework('deploy', { cwd, cloud });
  writeFileSync(join(cwd, CONFIG), config({ log_retention_in_days: 14 }));
  writeFileSync(join(cwd, 'app.ts'), appWith({ '/': 'again' }));
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  expect(await framework('rollback', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  expect(await retentionIn(cloud)).toBe(14);
});

// `log_format: json`: a deployed function logs one JSON object per line, in the same format in every function that has the key,
// and plain text without the key.
describe('JSON lines', () => {
  const test = sampledTest('logs as JSON', 3);

  const APP = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });
app.log.level = 'INFO';
export const index = app.route('/')(() => {
  app.log.info('saved', { id: 3, city: 'oslo' });
  throw new Error('here\\nand there');
});
export const night = app.lambdaFunction({ name: 'night' })(() => app.log.warn('dark'));
export const plain = app.lambdaFunction({ name: 'plain' })(() => app.log.warn('dark'));
`;
  const CONFIG = {
    version: '2.0',
    app_name: 'helloworld',
    log_format: 'json',
    lambda_functions: { plain: { log_format: 'text' } },
  };

  test('a deployed function logs JSON lines', async () => {
    const { cloud, cwd } = await cloudWith({
      'app.ts': APP,
      '.framework/config.json': JSON.stringify(CONFIG),
    });
    const { out, exitCode } = await framework('deploy', { cwd, cloud });
    expect(exitCode).toBe(0);
    const status = async (): Promise<number> => (await fetch(addressIn(out))).status;
    await expect.poll(status).toBe(500);

    const { lambda, logs } = createClients(cloud);
    const linesOf = async (name: string, wanted: string): Promise<readonly string[]> => {
      const { events = [] } = await logs.filterLogEvents({ logGroupName: `/aws/lambda/${name}` });
      return events
        .map(({ message = '' }) => message.trim())
        .filter((text) => text.includes(wanted));
    };
    const [saved = '', raised = ''] = await linesOf('helloworld-dev', '"helloworld"');
    const timestamp: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const requestId: unknown = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(JSON.parse(saved)).toEqual({
      timestamp,
      level: 'INFO',
      requestId,
      logger: 'helloworld',
      message: 'saved',
      id: 3,
      city: 'oslo',
    });
    const stack: unknown = expect.stringContaining('app.ts:7');
    expect(JSON.parse(raised)).toMatchObject({
      level: 'ERROR',
      error: { message: 'here\nand there', stack },
    });

    for (const name of ['night', 'plain'])
      await lambda.invoke({ FunctionName: `helloworld-dev-${name}` });
    const [night = ''] = await linesOf('helloworld-dev-night', 'dark');
    expect(JSON.parse(night)).toMatchObject({ level: 'WARN', message: 'dark' });
    expect(await linesOf('helloworld-dev-plain', 'dark')).toEqual(['helloworld - WARNING - dark']);
  });
});
