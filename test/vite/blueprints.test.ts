// Blueprints of an application that a test under `framework/vite` loads itself.
import { expect, test } from 'vitest';
import { isTurn } from '../support/sample.js';
import { runVitest, vitestProject } from './vitest-project.js';

const USER = `import { middleware } from 'framework';
import { nameOf } from '../names.js';

export const user = middleware.provide((request, next) => next(nameOf(request.headers['X-User'])));
export const marked = middleware(async (_request, next) => {
  const response = await next();
  response.headers['X-Part'] = 'shops';
  return response;
});
`;

const SHOPS = `import { Blueprint } from 'framework';
import { items } from './items.js';
import { marked, user } from './user.js';

export const shops = new Blueprint({ middleware: [marked, user], cors: true });

export class Shops {
  #kind = 'shop';

  @shops.route('/')
  shop(shop: string) {
    shops.log.info('asked for', shop);
    return [this.#kind, shop, user.value, shops.currentRequest.context.resourcePath];
  }
}

shops.register(items, { urlPrefix: '/items', namePrefix: 'items-' });
`;

const ITEMS = `import { Blueprint } from 'framework';

export const items = new Blueprint();

export const item = items.route('/{item}')((item, shop) => ({ item, shop }));
export const count = items.lambdaFunction()((event) => ['counted', event]);
`;

const APP = `import { Framework } from 'framework';
import { shops } from './lib/shops.js';

export const app = new Framework({ appName: 'x' });

app.register(shops, { urlPrefix: '/shops/{shop}' });
app.register(shops, { urlPrefix: '/old/{shop}', namePrefix: 'old-' });

export const index = app.route('/')(() => 'up');
`;

const TEST = `import { testApp } from 'framework/testing';
import { afterAll, expect, test, vi } from 'vitest';
import { user } from '../lib/user.js';

vi.mock('../names.js', () => ({ nameOf: (id) => 'mocked ' + id }));

const { client, close } = await testApp('./app.ts', { load: () => import('../app.js') });
afterAll(close);
const params = { shop: 'a b' };

test('a class of it is behind both prefixes, inside of its middleware', async () => {
  const headers = { 'X-User': 'ann' };
  for (const path of ['/shops/{shop}', '/old/{shop}']) {
    const answer = await client.get(path, { params, headers });
    expect(answer.json()).toEqual(['shop', 'a b', 'mocked ann', path]);
    expect(answer.headers).toMatchObject({ 'x-part': 'shops', 'access-control-allow-origin': '*' });
  }
});

test('one within it receives the captures of both', async () => {
  const answer = await client.get('/shops/{shop}/items/{item}', { params: { ...params, item: '7' } });
  expect(answer.json()).toEqual({ item: '7', shop: 'a b' });
  expect(answer.headers['x-part']).toBe('shops');
});

test('its middleware is not around what the application declares', async () => {
  expect((await client.get('/')).headers).not.toHaveProperty('x-part');
});

test('its functions have the names of each place', async () => {
  for (const name of ['items-count', 'old-items-count'])
    expect(await client.invoke(name, 3)).toEqual(['counted', 3]);
});

test('a value of the test stands in the place of its provider', async () => {
  const { json } = await client.with(user, 'fake').get('/shops/{shop}', { params });
  expect(json()).toEqual(['shop', 'a b', 'fake', '/shops/{shop}']);
});
`;

const today = test.runIf(isTurn('runs of Vitest', 0, 3));

today('they are where they are registered, with mocks and with values of the test', async () => {
  const directory = vitestProject({
    'app.ts': APP,
    'lib/shops.ts': SHOPS,
    'lib/items.ts': ITEMS,
    'lib/user.ts': USER,
    'names.ts': 'export const nameOf = (id: string) => id;\n',
    'test/app.test.ts': TEST,
  });
  const { output, exitCode } = await runVitest(directory);
  expect({ output, exitCode }).toMatchObject({ exitCode: 0 });
  expect(output).toMatch(/Tests +5 passed/);
});
