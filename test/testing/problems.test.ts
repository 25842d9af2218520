// The errors of `testApp` for an application that cannot be tested.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';
import { openTestApp, testApp } from './support/built-testing.js';

const test = sampledTest('problems of tests', 3);

async function refusalOf(opening: Promise<unknown>, directory: string): Promise<string> {
  const error: unknown = await opening.catch((reason: unknown) => reason);
  if (!(error instanceof Error)) throw new Error('it was not refused');
  const name = directory.split('/').at(-1) ?? '';
  return (error.stack ?? '').replaceAll(/[^\s(]*\/?framework-test-\w+/g, (text) =>
    text === name ? 'PROJECT' : 'PATH',
  );
}

test('errors are those of `framework check`, with no stack', async () => {
  const directory = temporaryProject({
    'app.ts': HELLO_WORLD.replace("'/'", "'/cities/'"),
    '.framework/config.json': '{ "version": "2.0", "stges": {} }',
  });
  expect(await refusalOf(testApp(directory), directory)).toMatchInlineSnapshot(`
    "AppProblems: PROJECT cannot be built:

    error FW1103: \`stges\` is not a known key at the top level.
      ╭─▶ PATH/.framework/config.json:1:21
    1 │ { "version": "2.0", "stges": {} }
      │                     ━━━━━━━
      ├─ hint: Did you mean \`stages\`?
      ╰─ framework explain FW1103

    error FW2103: The path \`/cities/\` ends in a slash.
      ╭─▶ PATH/app.ts:6:22
    5 │ export class Views {
    6 │   @app.route('/cities/')
      │                      ━
      ├─ hint: Write \`/cities\`.
      ╰─ framework explain FW2103

    2 errors in 2 files
    "
  `);
});

test('so are those of the bundle', async () => {
  const directory = temporaryProject({ 'app.ts': `import 'not-installed';\n${HELLO_WORLD}` });
  expect(await refusalOf(testApp(directory), directory)).toMatchInlineSnapshot(`
    "AppProblems: PROJECT cannot be built:

    error FW5001: The package \`not-installed\` is imported but not installed.
      ╭─▶ PATH/app.ts:1:8
    1 │ import 'not-installed';
      │        ━━━━━━━━━━━━━━━
      ├─ hint: Run \`npm install not-installed\`.
      ╰─ framework explain FW5001

    1 error in 1 file
    "
  `);
});

test('an application that throws while it is loaded is refused with its trace', async () => {
  const directory = temporaryProject({ 'app.ts': `${HELLO_WORLD}\nnull.missing();\n` });
  const text = await refusalOf(testApp(directory), directory);
  expect(text.split('\n').slice(0, 3)).toMatchInlineSnapshot(`
    [
      "AppNotLoaded: The application threw an error while loading: TypeError: Cannot read properties of null (reading 'missing')",
      "TypeError: Cannot read properties of null (reading 'missing')",
      "    at <anonymous> (PATH/app.ts:12:6)",
    ]
  `);
});

test('an application that ends itself while it is loaded is refused, and what it has printed is shown', async () => {
  const directory = temporaryProject({
    'app.ts': `${HELLO_WORLD}\nconsole.log('connecting');\nprocess.exit(4);\n`,
  });
  const shown = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const text = await refusalOf(testApp(directory), directory);
  const printed = shown.mock.calls.map(([chunk]) => chunk).join('');
  shown.mockRestore();
  expect(text.split('\n')[0]).toBe(
    'AppNotLoaded: The application exited with code 4 while it was loading.',
  );
  expect(printed).toContain('connecting\n');
});

test('a path that leads nowhere, or beside the entry', async () => {
  const directory = temporaryProject({ 'app.ts': HELLO_WORLD, 'other.ts': '' });
  await expect(testApp(join(directory, 'ap.ts'))).rejects.toThrow(/^There is no .*ap\.ts\. Paths /);
  await expect(testApp(join(directory, 'other.ts'))).rejects.toThrow(
    /other\.ts is not the entry of an application, which is called app\.ts, /,
  );
});

test('the entry may be a path, a directory or a URL', async () => {
  const directory = temporaryProject({ 'app.ts': HELLO_WORLD });
  const entry = join(directory, 'app.ts');
  for (const app of [directory, entry, pathToFileURL(entry), pathToFileURL(entry).href]) {
    const { client, close } = await testApp(app);
    expect((await client.get('/')).json()).toEqual({ hello: 'world' });
    await close();
  }
});

test('options that cannot be meant', async () => {
  const directory = temporaryProject({ 'app.ts': HELLO_WORLD });
  await expect(openTestApp(directory, { timeout: 0 })).rejects.toThrow(
    '`timeout` is 0, but it must be a number of milliseconds above 0.',
  );
  const load = (): Promise<object> => Promise.resolve({});
  await expect(openTestApp(directory, { load, environment: {} })).rejects.toThrow(
    '`environment` has no effect with `load`',
  );
  await expect(testApp(directory, { load, showOutput: false })).rejects.toThrow(
    '`showOutput` has no effect with `load`',
  );
  await expect(testApp(directory, { load })).rejects.toThrow('loaded no application');
});
