// The server of the explorer: where it listens, which requests it accepts, and that no part of it is deployed.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExplorerDocument } from '../../cli/serve/explorer/explorer-document.js';
import { send } from '../local/support/client.js';
import { serveFiles } from '../local/support/served-project.js';
import { createProject } from '../support/temporary-project.js';
import { runHere } from '../support/run-here.js';
import { APP, explore, type ExploredProject } from './support/explored-project.js';

const PAGE = fileURLToPath(new URL('../../dist/explorer/', import.meta.url));

const VIEWS = `export class Views {
  /** @tag Stock */
  @app.route('/stock')
  stock() {
    return {};
  }
  @app.route('/slow/{id}')
  async slow(id: string) {
    console.log('begin', id);
    await new Promise((resolve) => setTimeout(resolve, 50));
    console.log('end', id);
    return {};
  }
}
`;

const BLUEPRINTS = `const admin = new Blueprint({ cors: true, apiKeyRequired: true });
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

const BEFORE_BLUEPRINTS = APP.replace('{ ', '{ Blueprint, ') + VIEWS;
const LINES_BEFORE = BEFORE_BLUEPRINTS.split('\n').length - 1;

let explored: ExploredProject;
let firstDocument: string;
beforeAll(async () => {
  explored = await explore(BEFORE_BLUEPRINTS + BLUEPRINTS);
  firstDocument = (await send(explored.port, { path: '/document' })).text;
});
afterAll(() => explored.stop());

const own = (): Record<string, string> => ({
  Host: `127.0.0.1:${explored.port}`,
  Origin: explored.url,
  'Content-Type': 'application/json',
  'X-Framework-Explorer': '1',
});
const post = (path: string, form: unknown, headers: Record<string, string> = own()) =>
  send(explored.port, { method: 'POST', path, headers, body: JSON.stringify(form) });

const FORM = { method: 'GET', target: '/orders?a=1', headers: [] };

test('the first document has the groups that comments name', () => {
  expect(JSON.parse(firstDocument)).toMatchObject({
    document: {
      routes: expect.arrayContaining([
        expect.objectContaining({ path: '/stock', group: 'Stock' }),
      ]) as unknown,
    },
  });
});

describe('routes of blueprints', () => {
  async function readRoutes(): Promise<unknown> {
    const { text } = await send(explored.port, { path: '/document' });
    const { document } = JSON.parse(text) as { readonly document: ExplorerDocument }; // because the server sends it
    const added = document.routes.filter(({ at }) => at.line > LINES_BEFORE);
    return added.map(({ id, group, view, captures, corsOrigin, isKeyRequired, at }) => [
      `${id} in ${group}: ${view}(${captures.map(({ name }) => name).join()})`,
      { corsOrigin, isKeyRequired },
      `${at.file}:${at.line - LINES_BEFORE}`,
    ]);
  }

  test('are behind their prefixes, in the group of their blueprint, at the place of the source', async () => {
    // Tags are part of the description of the application, which is created in a separate thread.
    await expect.poll(readRoutes).toEqual([
      ['GET / in /: index()', { isKeyRequired: false }, 'app.ts:12'],
      [
        'GET /shops/{shop}/reports/{year} in figures: year(shop,year)',
        { corsOrigin: '*', isKeyRequired: false },
        'app.ts:11',
      ],
      [
        'GET /shops/{shop}/users in admin: Users.list(shop)',
        { corsOrigin: '*', isKeyRequired: true },
        'app.ts:6',
      ],
    ]);
  });

  test('are sent to behind the prefix', async () => {
    const { text } = await post('/send', { ...FORM, target: '/shops/oslo/reports/2026' });
    expect(JSON.parse(text)).toMatchObject({
      status: 200,
      body: { text: '{"shop":"oslo","year":"2026"}' },
    });
  });
});

test('the log of a request contains nothing of another request', async () => {
  const answers = ['a', 'b'].map((id) => post('/send', { ...FORM, target: `/slow/${id}` }));
  const logs = (await Promise.all(answers)).map(({ text }) => JSON.parse(text) as unknown);
  expect(logs).toMatchObject([{ log: 'begin a\nend a\n' }, { log: 'begin b\nend b\n' }]);
});

describe('who is answered', () => {
  test('its own page, under a policy that lets in nothing from elsewhere', async () => {
    const { status, headers, text } = await send(explored.port, { path: '/' });
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'self'; /);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(text).not.toMatch(/<style|style=|<script(?! type="module" src="\/page\.js")/);
  });

  test('no page of another name, and no page of another port', async () => {
    for (const path of ['/', '/document', '/openapi.json', '/events']) {
      const foreign = await send(explored.port, { path, headers: { Host: 'evil.example' } });
      expect([foreign.status, foreign.text]).toEqual([403, expect.not.stringContaining('shop')]);
    }
    for (const Origin of ['https://evil.example', explored.served.url, 'null'])
      expect((await post('/send', FORM, { ...own(), Origin })).status).toBe(403);
    for (const name of ['Origin', 'X-Framework-Explorer', 'Content-Type']) {
      const headers = Object.fromEntries(Object.entries(own()).filter(([key]) => key !== name));
      expect((await post('/send', FORM, headers)).status).toBe(403);
    }
    expect(explored.served.output()).not.toContain('/orders?a=1');
  });

  test('this machine alone', async () => {
    await expect(fetch(`http://[::1]:${explored.port}/`)).rejects.toThrow();
  });

  test('a preflight gets no leave', async () => {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
    const { status } = await send(explored.port, { method: 'OPTIONS', path: '/send', headers });
    expect(status).toBe(403);
  });
});

describe('what is sent', () => {
  test('goes through the gateway, and is in the terminal like any request', async () => {
    const { status, text } = await post('/send', FORM);
    expect(status).toBe(200);
    const answer = JSON.parse(text) as { status: number; body: unknown }; // because it is a response
    expect(answer).toMatchObject({ status: 200, body: { text: '{"query":{"a":"1"}}' } });
    await explored.served.printed(/GET \/orders\?a=1 200/);
  });

  test('has no keys of this machine in the document, but for the one that is printed', async () => {
    const { text } = await send(explored.port, { path: '/document' });
    expect(text).toContain('local-api-key');
    expect(text).not.toContain('secret');
  });

  test('is refused when it is no request', async () => {
    const { status, text } = await post('/send', { ...FORM, headers: [['X', 'a\r\nY: b']] });
    expect([status, text]).toEqual([400, expect.stringContaining('The value of X')]);
    expect((await post('/nothing', FORM)).status).toBe(404);
    expect((await send(explored.port, { path: '/../package.json' })).status).toBe(404);
  });
});

describe('the port', () => {
  test('that is taken leaves the application served', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const address = holder.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const served = await serveFiles({ 'app.ts': APP }, { args: ['--explorer-port', String(port)] });
    await served.printed(/No explorer: Port \d+ of 127\.0\.0\.1 is in use/);
    expect((await send(served.port, { path: '/orders' })).status).toBe(200);
    expect(await served.stop()).toBe(0);
    holder.close();
  });
});

describe('its size', () => {
  test('is at most 60 kB, compressed', () => {
    const bytes = readdirSync(PAGE).map((file) => gzipSync(readFileSync(join(PAGE, file))).length);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  });

  test('is nothing in what is deployed', async () => {
    const project = createProject({ 'app.ts': APP });
    const built = await runHere('build', { cwd: project.directory });
    expect(built.exitCode).toBe(0);
    const folder = join(project.directory, '.framework/build');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => /explorer|page\.|\.html$|\.css$/.test(file))).toEqual([]);
    const texts = files.filter((file) => /\.(?:m?js|json)$/.test(file));
    for (const file of texts)
      expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/preact|x-framework-explorer/i);
    project.remove();
  });
});
