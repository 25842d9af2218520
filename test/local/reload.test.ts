// Editing while the server runs: the messages in the terminal after a save, and how an application recovers. `stale.test.ts`
// covers requests immediately after a save.
import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { send } from './support/client.js';
import { serveFiles } from './support/served-project.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('reloads of an application', 2);

const appWith = (body: string): string => `
import { readFileSync } from 'node:fs';
import { Framework } from 'framework';
import { greeting } from './greeting.js';
export const app = new Framework({ appName: 'reload' });
export const index = app.route('/')(() => ${body});
export const greet = app.route('/greeting')(() => greeting);
export const colour = app.route('/colour')(() => process.env.COLOUR);
export const data = app.route('/data')(() => readFileSync(new URL('./frameworklib/data.txt', import.meta.url), 'utf8'));
`;
const configWith = (colour: string): string =>
  JSON.stringify({ version: '2.0', app_name: 'reload', environment_variables: { COLOUR: colour } });
let served: Awaited<ReturnType<typeof serveFiles>>;
beforeAll(async () => {
  served = await serveFiles({
    'app.ts': appWith("'first'"),
    'greeting.ts': "export const greeting: string = 'hello';",
    'frameworklib/data.txt': 'one',
    '.framework/config.json': configWith('red'),
  });
});
afterAll(() => served.stop());

async function get(path: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, text } = await send(served.port, { path, headers });
  return `${status} ${text}`;
}

/** Saves, and waits until the server has printed a message about it. */
async function save(change: () => void, wanted = /Reloaded in \d+ ms/): Promise<string> {
  const from = served.output().length;
  change();
  await served.printed(wanted, from);
  return served.output().slice(from);
}

test('a save right after the address was printed is not missed', async () => {
  const server = await serveFiles({
    'app.ts': appWith("'old'"),
    'greeting.ts': 'export const greeting = 1;',
  });
  server.project.write('app.ts', appWith("'new'"));
  await server.printed(/Reloaded in/);
  const { text } = await send(server.port, { path: '/' });
  await server.stop();
  expect(text).toBe('"new"');
});

test('a new route is named, and served', async () => {
  const printed = await save(() => {
    served.project.write(
      'app.ts',
      `${appWith("'fourth'")}export const added = app.route('/added')(() => 'new');\n`,
    );
  });
  expect(printed).toMatch(/Reloaded in \d+ ms\n {2}\+ GET \/added\n/);
  expect(await get('/added')).toBe('200 "new"');
});

const BROKEN = `${appWith("'broken'")}export const bad = app.route('/bad/')(() => 1);\n`;

test('a broken edit answers with its diagnostics, as JSON or as a page, and heals on the next save', async () => {
  const printed = await save(() => {
    served.project.write('app.ts', BROKEN);
  }, /responds with 500/);
  expect(printed).toMatch(/app\.ts:10:\d+: error FW2103: /);
  const answer = await send(served.port, { path: '/' });
  expect(answer.status).toBe(500);
  expect(JSON.parse(answer.text)).toMatchObject({
    message: 'The application has errors',
    diagnostics: [{ code: 'FW2103', file: 'app.ts', line: 10 }],
  });
  const page = await send(served.port, {
    path: '/',
    headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.text).toContain('<code>app.ts:10:');
  await save(() => {
    served.project.write('app.ts', appWith("'healed'"));
  });
  expect(await get('/')).toBe('200 "healed"');
});

test('a syntax error and a missing module heal too', async () => {
  await save(() => {
    served.project.write('app.ts', 'export const = 1;');
  }, /responds with 500/);
  expect(await get('/')).toMatch(/^500 /);
  // If the parser panics, after 65,535 columns, this is reported like any other error.
  const printed = await save(() => {
    served.project.write('app.ts', `const long = '${'x'.repeat(70_000)}'; export const = 1;`);
  }, /responds with 500/);
  expect(printed).toContain('error FW1003');
  expect(await get('/')).toMatch(/^500 /);
  await save(() => {
    served.project.write('app.ts', `import './missing.js';\n${appWith("'found'")}`);
  }, /responds with 500/);
  await save(() => {
    served.project.write('missing.ts', 'export {};');
  });
  expect(await get('/')).toBe('200 "found"');
});

test('a module that throws while it is loaded answers 502 with its stack in the terminal, and heals on save', async () => {
  const from = served.output().length;
  await save(() => {
    served.project.write(
      'app.ts',
      `${appWith("'thrown'")}\nthrow new RangeError('no database');\n`,
    );
  }, /threw an error while loading[^]*app\.ts/);
  expect(served.output().slice(from)).not.toContain('Reloaded');
  expect(served.output().slice(from)).toMatch(/RangeError: no database\n +at .*app\.ts:11:7/);
  expect(await get('/')).toBe('502 {"message": "Internal server error"}');
  await save(() => {
    served.project.write('app.ts', appWith("'alive'"));
  });
  expect(await get('/')).toBe('200 "alive"');
});

test('the ways editors save: rename over, truncate and write, delete and create, many files at once', async () => {
  const path = join(served.project.directory, 'app.ts');
  await save(() => {
    writeFileSync(`${path}.tmp`, appWith("'renamed'"));
    renameSync(`${path}.tmp`, path);
  });
  expect(await get('/')).toBe('200 "renamed"');
  await save(() => {
    writeFileSync(path, '');
    writeFileSync(path, appWith("'truncated'"));
  });
  expect(await get('/')).toBe('200 "truncated"');
  await save(() => {
    unlinkSync(path);
    writeFileSync(path, appWith("'created'"));
  });
  expect(await get('/')).toBe('200 "created"');
  const printed = await save(() => {
    served.project.write('app.ts', appWith("'many'"));
    served.project.write('greeting.ts', "export const greeting: string = 'many';");
    served.project.write('frameworklib/data.txt', 'many');
    served.project.write('.framework/config.json', configWith('many'));
  });
  expect(
    await Promise.all(['/', '/greeting', '/colour', '/data'].map((route) => get(route))),
  ).toEqual(Array.from({ length: 4 }, () => '200 "many"'));
  expect(printed.match(/Reloaded/g)).toHaveLength(1);
});

test('fast saves end with the last one', async () => {
  for (let count = 1; count <= 10; count++) {
    served.project.write('app.ts', appWith(String(count)));
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await get('/')).toBe('200 10');
});

test('files that are none of its source do not reload it', async () => {
  // Messages about earlier saves are printed before the message about this one.
  await save(() => {
    served.project.write('app.ts', appWith("'quiet'"));
  });
  expect(await get('/')).toBe('200 "quiet"');
  const from = served.output().length;
  served.project.write('notes.md', 'a note');
  served.project.write('data/state.json', '{}');
  served.project.write('node_modules/x/index.js', '');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(served.output().slice(from)).not.toContain('Reloaded');
});
