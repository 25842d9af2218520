// The generated client for an application with blueprints, tested with `framework local` and the test client's bundle.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, type ServedProject } from '../local/support/served-project.js';
import { createProject, type Project } from '../support/temporary-project.js';
import { openTestApp } from '../testing/support/built-testing.js';

const CLI = join(import.meta.dirname, '../../dist/cli/main.js');

const FILES = {
  'package.json': '{ "type": "module" }',
  'app.ts': `import { Framework } from 'framework';
import { shops } from './shops.js';

export const app = new Framework({ appName: 'shops' });
app.register(shops, { urlPrefix: '/shops/{shop}' });
`,
  'shops.ts': `import { Blueprint, NotFoundError } from 'framework';
import { items } from './items.js';

export const shops = new Blueprint();

export class Shops {
  @shops.route('/')
  index(shop: string): { shop: string } {
    if (shop === 'none') throw new NotFoundError('no shop');
    return { shop };
  }
}

shops.register(items, { urlPrefix: '/items/{kind}' });
`,
  'items.ts': `import { Blueprint, type Int } from 'framework';

export const items = new Blueprint();

export class Items {
  @items.route('/{id}', { methods: ['PUT'] })
  item(id: Int, shop: string, kind: string, body: { name: string }): { all: unknown[] } {
    return { all: [shop, kind, id, body.name, items.currentRequest.context.resourcePath] };
  }
}
`,
};

let project: Project;
let served: ServedProject;
let written: string;
beforeAll(async () => {
  project = createProject(FILES);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [CLI, 'client', '--out', 'client.ts'],
    {
      cwd: project.directory,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stdout + stderr);
  written = readFileSync(join(project.directory, 'client.ts'), 'utf8');
  served = await serve(project.directory);
});
afterAll(async () => {
  await served.stop();
  project.remove();
});

type Answered = Readonly<Record<'ok' | 'status' | 'value' | 'error', unknown>>;
type Call = (route: string, input: object) => Promise<Answered>;

async function callOf(): Promise<Call> {
  const { code } = await transform(written, { loader: 'ts' });
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  const client = (await import(/* @vite-ignore */ url)) as {
    createClient: (options: object) => Call;
  }; // because the file exports it
  return client.createClient({ baseUrl: served.url });
}

const ITEM = 'PUT /shops/{shop}/items/{kind}/{id}';
const ANSWER = { all: ['n/1', 'é', 7, 'lamp', '/shops/{shop}/items/{kind}/{id}'] };

test('routes have the prefixes of their blueprints, with typed captures of each', async () => {
  expect(written).toContain("'GET /shops/{shop}'");
  const item = written.slice(written.indexOf(`'${ITEM}'`));
  expect(/path: (.*);/.exec(item)?.[1]).toBe('{ shop: string; kind: string; id: number }');
  const call = await callOf();
  expect(await call('GET /shops/{shop}', { path: { shop: 'north' } })).toMatchObject({
    ok: true,
    value: { shop: 'north' },
  });
  expect(await call('GET /shops/{shop}', { path: { shop: 'none' } })).toMatchObject({
    ok: false,
    status: 404,
    error: { Code: 'NotFoundError', Message: 'no shop' },
  });
  const path = { shop: 'n/1', kind: 'é', id: 7 };
  expect(await call(ITEM, { path, body: { name: 'lamp' } })).toMatchObject({
    ok: true,
    value: ANSWER,
  });
  expect(await call(ITEM, { path, body: {} })).toMatchObject({ ok: false, status: 400 });
});

test('testApp serves them without being told what to load', async () => {
  const { client } = await openTestApp(project.directory);
  expect((await client.get('/shops/north')).json()).toEqual({ shop: 'north' });
  const answer = await client.put('/shops/n%2F1/items/%C3%A9/7', { json: { name: 'lamp' } });
  expect([answer.status, answer.json()]).toEqual([200, ANSWER]);
  expect((await client.get('/shops/north/items')).status).toBe(403);
});
