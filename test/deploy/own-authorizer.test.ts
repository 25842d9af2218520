// A custom authorizer whose function is one of the application: API Gateway may call it from when a route asks for it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressIn, framework, helloWorld, testCloud } from './deployments.js';

const URI =
  'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/' +
  'arn:aws:lambda:us-east-1:123456789012:function:helloworld-dev-gatekeeper/invocations';

const OPEN = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });

export const gatekeeper = app.lambdaFunction()(function gatekeeper(event) {
  const Effect = event.authorizationToken === 'open' ? 'Allow' : 'Deny';
  const Statement = [{ Action: 'execute-api:Invoke', Effect, Resource: event.methodArn }];
  return { principalId: 'somebody', policyDocument: { Version: '2012-10-17', Statement } };
});

export class Views {
  @app.route('/')
  index() {
    return { hello: 'world' };
  }
}
`;

const GUARDED = OPEN.replace('{ Framework }', '{ CustomAuthorizer, Framework }')
  .replace(
    'export class',
    `const own = new CustomAuthorizer('own', { header: 'Token', authorizerUri: '${URI}' });\n\nexport class`,
  )
  .replace("@app.route('/')", "@app.route('/', { authorizer: own })");

test('a route that gets an authorizer of this application is guarded by it, and may lose it again', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld({ 'app.ts': OPEN });
  const { out } = await framework('deploy', { cwd, cloud });
  writeFileSync(join(cwd, 'app.ts'), GUARDED);
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  const statusWith = async (Token: string): Promise<number> =>
    (await fetch(addressIn(out), { headers: { Token } })).status;
  await expect.poll(() => statusWith('shut')).toBe(403);
  expect(await statusWith('open')).toBe(200);

  writeFileSync(join(cwd, 'app.ts'), OPEN);
  const last = await framework('deploy', { cwd, cloud });
  // The routes that are published until then still ask for it.
  const published = last.calls.indexOf('apigateway:CreateDeployment');
  expect(last.calls.indexOf('lambda:RemovePermission')).toBeGreaterThan(published);
  expect(last.out).toContain(
    'Deleted earlier permission of API Gateway to call helloworld-dev-gatekeeper',
  );
});
