// Providers in the real bundle with AWS's own runtime interface client: no request reads a value of another one, although work
// of each request continues while the next one is served.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleProject, packageFolder, show } from '../bundle/bundle-project.js';
import { makeProject } from '../bundle/temporary-project.js';
import { proxyEvent } from '../support/proxy-events.js';
import { type LambdaProcess, startLambda } from './lambda-process.js';

const APP = `import { Blueprint, Framework, middleware } from 'framework';

const user = middleware.provide(async (request, next) => {
  await Promise.resolve();
  return next({ id: request.uriParams?.id });
});
const role = middleware.provide((_request, next) => next('role of ' + user.value.id));

const wrong: unknown[] = [];
let late = 0;

const users = new Blueprint({ middleware: [user, role] });

export const one = users.route('/{id}')(async (id: string) => {
  setImmediate(() => {
    late += 1;
    if (user.value.id !== id || role.value !== 'role of ' + id) wrong.push([id, user.value.id]);
  });
  await new Promise((resolve) => process.nextTick(resolve));
  return [id, user.value.id, role.value];
});

export const app = new Framework({ appName: 'providers' });

app.register(users, { urlPrefix: '/users' });

export const seen = app.route('/seen')(() => ({ late, wrong }));
`;

let lambda: LambdaProcess;
beforeAll(async () => {
  const root = makeProject({ 'app.ts': APP });
  const bundle = await bundleProject(root);
  if (bundle.kind === 'failed') throw new Error(show(bundle));
  const directory = packageFolder(root);
  lambda = await startLambda({ node: process.execPath, directory, handler: 'index.handler' });
});
afterAll(() => {
  lambda.stop();
});

async function answerOf(resource: string, id: string): Promise<unknown> {
  const path = resource.replace('{id}', id);
  const outcome = await lambda.invoke(proxyEvent({ resource, path, pathParameters: { id } }));
  if (outcome.kind !== 'response') throw new Error(JSON.stringify(outcome));
  const { body } = outcome.value as { readonly body: string }; // because the handler answers so
  return JSON.parse(body);
}

test('200 requests that are sent at once have each their own values', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => String(index));
  const answers = await Promise.all(ids.map((id) => answerOf('/users/{id}', id)));
  expect(answers).toEqual(ids.map((id) => [id, id, `role of ${id}`]));
  expect(await answerOf('/seen', '')).toEqual({ late: 200, wrong: [] });
});
