// Routes of blueprints in the document of the explorer: their paths, their group, and their location.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExplorerDocument } from '../../cli/serve/explorer/explorer-document.js';
import { send } from '../local/support/client.js';
import { explore, type ExploredProject } from './support/explored-project.js';

const APP = `import { Blueprint, Framework } from 'framework';
export const app = new Framework({ appName: 'shop' });
const admin = new Blueprint({ cors: true, apiKeyRequired: true });
const reports = new Blueprint({ tags: ['figures'] });
app.register(admin, { urlPrefix: '/shops/{shop}' });
admin.register(reports, { urlPrefix: '/reports' });
class Users {
  @admin.route('/users')
  list(shop: string) {
    return { shop };
  }
}
export const year = reports.route('/{year}', { apiKeyRequired: false })((shop: string, year: string) => ({ shop, year }));
export const index = app.route('/')(() => 'up');
export { Users };
`;

let explored: ExploredProject;
beforeAll(async () => {
  explored = await explore(APP);
});
afterAll(async () => {
  await explored.stop();
});

async function readRoutes(): Promise<unknown> {
  const { text } = await send(explored.port, { path: '/document' });
  const { document } = JSON.parse(text) as { readonly document: ExplorerDocument }; // because the server sends it
  return document.routes.map(({ id, group, view, captures, corsOrigin, isKeyRequired, at }) => [
    `${id} in ${group}: ${view}(${captures.map(({ name }) => name).join()})`,
    { corsOrigin, isKeyRequired },
    `${at.file}:${at.line}`,
  ]);
}

test('they are behind their prefixes, in the group of their blueprint, at the place of the source', async () => {
  // Tags are part of the description of the application, which is created in a separate thread.
  await expect.poll(readRoutes).toEqual([
    ['GET / in /: index()', { isKeyRequired: false }, 'app.ts:14'],
    [
      'GET /shops/{shop}/reports/{year} in figures: year(shop,year)',
      { corsOrigin: '*', isKeyRequired: false },
      'app.ts:13',
    ],
    [
      'GET /shops/{shop}/users in admin: Users.list(shop)',
      { corsOrigin: '*', isKeyRequired: true },
      'app.ts:8',
    ],
  ]);
});

test('what its page sends is served behind the prefix', async () => {
  const headers = {
    Host: `127.0.0.1:${explored.port}`,
    Origin: explored.url,
    'Content-Type': 'application/json',
    'X-Framework-Explorer': '1',
  };
  const form = { method: 'GET', target: '/shops/oslo/reports/2026', headers: [] };
  const { text } = await send(explored.port, {
    method: 'POST',
    path: '/send',
    headers,
    body: JSON.stringify(form),
  });
  expect(JSON.parse(text)).toMatchObject({
    status: 200,
    body: { text: '{"shop":"oslo","year":"2026"}' },
  });
});
