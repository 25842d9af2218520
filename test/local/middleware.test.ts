// Lists of middleware that change while the server runs: a running request keeps the list with which it began.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from './support/client.js';
import { serveFiles } from './support/served-project.js';

const appWith = (list: string): string => `
import { Framework, middleware } from 'framework';
const marked = (name: string) => middleware(async (_request, next) => {
  const response = await next();
  response.headers['X-List'] = [response.headers['X-List'] ?? [], name].flat().join();
  return response;
});
const one = marked('one');
const two = marked('two');
export const user = middleware.provide(async (request, next) => next(request.headers['X-User'] ?? 'guest'));
export const app = new Framework({ appName: 'lists', middleware: [${list}] });
export const index = app.route('/')(() => 1);
export const slow = app.route('/slow', { middleware: [user] })(async () => {
  console.log('slow has begun'), await new Promise((resolve) => setTimeout(resolve, 600));
  return user.value;
});
`;
let served: Awaited<ReturnType<typeof serveFiles>>;
beforeAll(async () => {
  served = await serveFiles({ 'app.ts': appWith('one') });
});
afterAll(() => served.stop());

async function get(path: string): Promise<string> {
  const { status, text, headers } = await send(served.port, { path, headers: { 'X-User': 'ann' } });
  return `${status} ${text} ${headers['x-list'] ?? 'none'}`;
}

test.each([
  ['one', 'one, two', 'two,one'],
  ['one, two', 'two, one', 'one,two'],
  ['two, one', '', 'none'],
])('a save of [%s] as [%s] in the middle of a request', async (before, after, marks) => {
  const from = served.output().length;
  served.project.write('app.ts', appWith(before));
  const marksBefore = before.split(', ').toReversed().join();
  expect(await get('/')).toBe(`200 1 ${marksBefore}`);
  const slow = get('/slow');
  await served.printed(/slow has begun/, from);
  served.project.write('app.ts', appWith(after));
  expect(await get('/')).toBe(`200 1 ${marks}`);
  expect(await slow).toBe(`200 "ann" ${marksBefore}`);
});
