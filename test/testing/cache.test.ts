// Bundles for tests are created once as long as nothing changes, by any process.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openBuildCache } from '../../cli/bundle/build-cache.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { openTestApp } from './support/built-testing.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('cached bundles', 3);

const BUILT = join(import.meta.dirname, '../../dist/cli/testing/index.js');
const CACHE = '.framework/cache/testing';

const APP = `import { value } from 'dependency';
import text from './note.txt';
${HELLO_WORLD.replace("{ hello: 'world' }", '[value, text]')}`;

const project = () =>
  temporaryProject({
    'app.ts': APP,
    'note.txt': 'one',
    'node_modules/dependency/package.json':
      '{ "name": "dependency", "type": "module", "main": "index.js" }',
    'node_modules/dependency/index.js': "export const value = 'one';",
  });

/** Returns the folders of bundles in the cache. */
function bundles(directory: string): readonly string[] {
  return readdirSync(join(directory, CACHE)).filter((name) => /^[0-9a-f]{32}$/.test(name));
}

async function answerOf(directory: string): Promise<unknown> {
  const { client } = await openTestApp(directory);
  return (await client.get('/')).json();
}

test('the same source is bundled once', async () => {
  const directory = project();
  expect(await answerOf(directory)).toEqual(['one', 'one']);
  const [bundle = ''] = bundles(directory);
  const code = join(directory, CACHE, bundle, 'index.mjs');
  writeFileSync(code, readFileSync(code, 'utf8').replaceAll('"one"', '"kept"'));
  // The value of the package is in the bundle of packages.
  expect(await answerOf(directory)).toEqual(['one', 'kept']);
});

test('a change of the source, of a file it imports or of a package is seen', async () => {
  const directory = project();
  await answerOf(directory);
  writeFileSync(join(directory, 'note.txt'), 'another');
  expect(await answerOf(directory)).toEqual(['one', 'another']);
  writeFileSync(
    join(directory, 'node_modules/dependency/index.js'),
    "export const value = 'two';;",
  );
  expect(await answerOf(directory)).toEqual(['two', 'another']);
  writeFileSync(join(directory, 'app.ts'), APP.replace('[value, text]', '[text]'));
  expect(await answerOf(directory)).toEqual(['another']);
});

test('a file that changes while the bundle is made has it made again', async () => {
  const directory = temporaryProject({ 'note.txt': 'one' });
  const note = join(directory, 'note.txt');
  const cache = openBuildCache({ directory: join(directory, CACHE), lifetime: 60_000 });
  let made = 0;
  const use = () =>
    cache.use('key', async (draft) => {
      made += 1;
      mkdirSync(draft);
      writeFileSync(join(draft, 'copy'), readFileSync(note));
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (made < 3) writeFileSync(note, `edit ${made}`);
      return { files: [note], needs: [] };
    });
  const copies = [];
  for (let time = 0; time < 4; time += 1) {
    copies.push(readFileSync(join(await use(), 'copy'), 'utf8'));
    // A change in the millisecond in which a build begins counts as a change during the build.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(copies).toEqual(['one', 'edit 1', 'edit 2', 'edit 2']);
  expect(made).toBe(3);
});

test('a bundle whose packages were removed from where they are kept is made again', async () => {
  const directory = project();
  await answerOf(directory);
  rmSync(join(directory, '.framework/cache/dependencies'), { recursive: true });
  expect(await answerOf(directory)).toEqual(['one', 'one']);
});

test('a record that cannot be read is made again', async () => {
  const directory = project();
  await answerOf(directory);
  for (const name of readdirSync(join(directory, CACHE)).filter((one) => one.endsWith('.json'))) {
    writeFileSync(join(directory, CACHE, name), '{');
  }
  expect(await answerOf(directory)).toEqual(['one', 'one']);
});

test.each([
  { owner: 'a process that is no more', pid: 999_999_999, age: 0 },
  { owner: 'a process whose number another has by now', pid: process.pid, age: 61_000 },
])('a lock that $owner left behind holds nobody up', async ({ pid, age }) => {
  const directory = project();
  await answerOf(directory);
  const [record = ''] = readdirSync(join(directory, CACHE)).filter((one) => one.endsWith('.json'));
  const lock = join(directory, CACHE, record.replace('.json', '.lock'));
  writeFileSync(lock, String(pid));
  utimesSync(lock, new Date(Date.now() - age), new Date(Date.now() - age));
  writeFileSync(join(directory, CACHE, record), '{');
  expect(await answerOf(directory)).toEqual(['one', 'one']);
});

test('processes that start together share one bundle and leave nothing behind', async () => {
  const directory = project();
  const program =
    `const { testApp } = await import(${JSON.stringify(BUILT)});` +
    `const { client } = await testApp(${JSON.stringify(directory)});` +
    `console.log((await client.get('/')).text());`;
  const texts = await Promise.all(Array.from({ length: 4 }, () => output(program)));
  expect(new Set(texts)).toEqual(new Set(['["one","one"]\n']));
  expect(bundles(directory)).toHaveLength(1);
  expect(readdirSync(join(directory, CACHE))).toHaveLength(2);
});

test('the types of the application are kept up to date', async () => {
  const directory = project();
  await answerOf(directory);
  expect(readFileSync(join(directory, '.framework/build/app.d.ts'), 'utf8')).toMatchInlineSnapshot(`
    "// Generated by \`framework build\`: the routes and functions of the application, for the types of its tests.
    import 'framework/testing';

    declare module 'framework/testing' {
      interface TestedApps {
        "helloworld": {
          routes: {
            "/": "GET";
          };
          functions: never;
        };
      }
    }
    "
  `);
});

/** Returns the output of a program, which ends by itself although it closes nothing. */
function output(program: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  return new Promise((done) => {
    child.on('close', () => {
      done(text);
    });
  });
}
