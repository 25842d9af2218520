// A custom authorizer that is one of the application's functions: API Gateway has the permission to call it before a route
// requires it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressIn, framework, cloudWith } from './deployments.js';
import { GUARDED, OPEN } from './guarded-app.js';

test('a route that gets an authorizer of this application is guarded by it, and may lose it again', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': OPEN });
  const { out } = await framework('deploy', { cwd, cloud });
  writeFileSync(join(cwd, 'app.ts'), GUARDED);
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  const statusWith = async (Token: string): Promise<number> =>
    (await fetch(addressIn(out), { headers: { Token } })).status;
  await expect.poll(() => statusWith('shut')).toBe(403);
  expect(await statusWith('open')).toBe(200);

  writeFileSync(join(cwd, 'app.ts'), OPEN);
  const last = await framework('deploy', { cwd, cloud });
  // The routes that are published until then still require it.
  const published = last.calls.indexOf('apigateway:CreateDeployment');
  expect(last.calls.indexOf('lambda:RemovePermission')).toBeGreaterThan(published);
  expect(last.out).toContain(
    'Deleted earlier permission of API Gateway to call helloworld-dev-gatekeeper',
  );
});
