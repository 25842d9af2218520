// `framework explain` as a user runs it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { temporaryProject } from '../support/temporary-project.js';
import { AGENTS } from '../../cli/author/new-project/project-files.js';
import { llmsText } from '../../tools/llms-text.js';
import { REPOSITORY } from '../docs/pages.js';

const here = { cwd: process.cwd() };
const CODES = readdirSync(join(import.meta.dirname, '../../docs/errors'))
  .map((name) => name.replace('.md', ''))
  .sort();

test('it prints the page of a code', async () => {
  expect(await run('explain FW2103', here)).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "FW2103: A path ends in a slash

    The path of the route ends in a slash.

    This is an error: the build fails until you fix it.

    Wrong

        import { Framework } from 'framework';

        export const app = new Framework({ appName: 'helloworld' });

        class Views {
          @app.route('/cities/')
          cities() {
            return [];
          }
        }

    Right

        import { Framework } from 'framework';

        export const app = new Framework({ appName: 'helloworld' });

        class Views {
          @app.route('/cities')
          cities() {
            return [];
          }
        }

    Why

    The gateway has no resource for a path that ends in a slash. The root path, \`/\`, is the only exception.

    Specification 4.1, path rule 2.
    ",
    }
  `);
});

test('a code is known however it was printed', async () => {
  const asked = ['FW2103', 'fw2103', '2103', 'TS92103', '92103'];
  const pages = await Promise.all(asked.map((typed) => runHere(['explain', typed], here)));
  expect(new Set(pages.map(({ stdout }) => stdout.split('\n')[0]))).toEqual(
    new Set(['FW2103: A path ends in a slash']),
  );
});

test('without a code it lists all of them', async () => {
  const { stdout, exitCode } = await runHere('explain', here);
  expect(exitCode).toBe(0);
  const [head, ...rows] = stdout.trimEnd().split('\n');
  expect(head).toBe('CODE    PROBLEM');
  expect(rows.map((row) => row.slice(0, 6))).toEqual(CODES);
  expect(rows.find((row) => row.startsWith('FW2103'))).toBe('FW2103  A path ends in a slash');
});

test('a code that is none is a usage error', async () => {
  expect(await runHere('explain FW2130', here)).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: There is no error code \`FW2130\`.
      hint: Did you mean \`framework explain FW1130\` (The runtime is not supported)?
      help: framework explain
    ",
      "stdout": "",
    }
  `);
  expect((await runHere('explain slash', here)).stderr).toMatchInlineSnapshot(`
    "error: There is no error code \`slash\`.
      hint: A code consists of \`FW\` and four digits.
      help: framework explain
    "
  `);
});

test('--json prints the page, or the list, as one document', async () => {
  const page = await runHere('explain FW2103 --json', here);
  expect(JSON.parse(page.stdout)).toMatchObject({
    version: 1,
    code: 'FW2103',
    title: 'A path ends in a slash',
    text: expect.stringContaining('## Why') as string,
  });
  const list = await runHere('explain --json', here);
  const { version, pages } = JSON.parse(list.stdout) as {
    readonly version: number;
    readonly pages: readonly { readonly code: string; readonly title: string }[];
  };
  expect(version).toBe(1);
  expect(pages.map(({ code }) => code)).toEqual(CODES);
});

test('it needs no project', async () => {
  const cwd = temporaryProject({});
  expect((await runHere('explain 9001', { cwd })).exitCode).toBe(0);
});

test('a schedule is explained by when it comes next', async () => {
  const { stdout, exitCode } = await runHere(
    ['explain', 'at(2199-07-01T08:00:00)', '--timezone', 'Europe/Berlin'],
    here,
  );
  expect({ stdout, exitCode }).toEqual({
    stdout:
      'at(2199-07-01T08:00:00) comes next at\n  2199-07-01 06:00 UTC  2199-07-01 08:00 Europe/Berlin\n',
    exitCode: 0,
  });
  const daily = await runHere(['explain', 'cron(0 3 * * ? *)', '--json'], here);
  const { next } = JSON.parse(daily.stdout) as { readonly next: readonly string[] };
  expect(next.map((time) => time.slice(11))).toEqual(Array(3).fill('03:00:00.000Z'));
});

test('a schedule whose time has passed is said never to run', async () => {
  const once = await runHere(['explain', 'at(2020-01-31T08:00:00)'], here);
  expect({ stdout: once.stdout, exitCode: once.exitCode }).toEqual({
    stdout: 'at(2020-01-31T08:00:00) never runs: its time has passed.\n',
    exitCode: 0,
  });
  const years = await runHere(['explain', 'cron(0 3 * * ? 2020-2024)', '--json'], here);
  expect(JSON.parse(years.stdout)).toMatchObject({ next: [] });
});

test('a rate is explained as the source calls it too', async () => {
  const called = await runHere(['explain', "rate(5, 'minutes')", '--json'], here);
  expect(JSON.parse(called.stdout)).toMatchObject({ schedule: 'rate(5 minutes)' });
  const wrong = await runHere(['explain', 'rate(5, "minute")'], here);
  expect(wrong.stderr).toContain('Write `rate(5 minutes)`.');
});

test('a schedule that cannot be read is told as in a check', async () => {
  const { stderr, exitCode } = await runHere(['explain', 'cron(0 3 * * *)'], here);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('error FW2922');
});

// `framework docs` as a user runs it, and the lists of pages that the package includes.

type SearchResults = {
  readonly results: readonly {
    readonly page: string;
    readonly title: string;
    readonly section?: string;
    readonly sentence: string;
  }[];
};

async function find(query: string): Promise<SearchResults['results']> {
  const { stdout } = await runHere(['docs', '--json', '--', query], { cwd: temporaryProject({}) });
  return (JSON.parse(stdout) as SearchResults).results; // because --json prints it
}

test.each([
  ['cors', 'guide/cors'],
  ['middleware', 'guide/middleware'],
  ['custom domain', 'guide/custom-domains'],
  ['retry a failed message', 'guide/queues'],
  ['jwt token', 'guide/authentication'],
  ['midleware', 'guide/middleware'],
  ['queue', 'guide/queues'],
])('%s is found first in %s, without a project', async (query, page) => {
  const [best] = await find(query);
  expect(best?.page).toBe(page);
  expect(best?.sentence).toMatch(/^\S.*[.!?]$/);
});

test('words are found together before they are found alone, and results name their section', async () => {
  const results = await find('CORS for all routes');
  expect(results[0]).toMatchObject({
    page: 'guide/cors',
    title: 'CORS',
    section: 'For all routes',
  });
  expect(results.length).toBeLessThanOrEqual(10);
});

test('on a terminal it prints titles with sentences, and how to read one', async () => {
  const { stdout, stderr, exitCode } = await runHere('docs custom domains', { cwd: REPOSITORY });
  expect(stdout).toMatch(/^guide\/custom-domains {2}Custom domains.*\n {2}\S.*\.\n/);
  expect({ stderr, exitCode }).toEqual({
    stderr: '\nRead a page: framework docs guide/custom-domains\n',
    exitCode: 0,
  });
});

test('a code and the name of a page print the page', async () => {
  const here = { cwd: REPOSITORY };
  expect(await runHere('docs FW2311', here)).toEqual(await runHere('explain FW2311', here));
  const page = await runHere('docs docs/guide/cors.md', here);
  expect(page.stdout).toMatch(/^CORS\n\n/);
  expect(page.stdout).toContain('\n| ');
  expect(JSON.parse((await runHere('docs guide/cors --json', here)).stdout)).toMatchObject({
    page: 'guide/cors',
    title: 'CORS',
    text: readFileSync(join(REPOSITORY, 'docs/guide/cors.md'), 'utf8'),
  });
});

test('nothing found says what to try', async () => {
  expect(await runHere('docs qqqzzz', { cwd: REPOSITORY })).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: No page matches \`qqqzzz\`.
      hint: Try a single word, the name of an option or an AWS service, or run \`framework docs\` for the list of pages.
      help: framework docs
    ",
      "stdout": "",
    }
  `);
});

test('without a query it lists the pages', async () => {
  const { stdout } = await runHere('docs', { cwd: REPOSITORY });
  expect(stdout).toMatch(/^PAGE +TITLE\n/);
  expect(stdout).toMatch(/^guide\/cors +CORS$/m);
  expect(stdout).toMatch(/^reference\/api +API$/m);
});

test('llms.txt links every page of the guide and the reference with its first sentence', () => {
  const text = llmsText(REPOSITORY);
  expect(text).toMatch(/^# framework\n\n> /);
  expect(text).toContain(
    '- [Queues](docs/guide/queues.md): `app.onSqsMessage` calls a function for each message in an SQS queue.\n',
  );
  const links = [...text.matchAll(/\]\((docs\/[^)]+)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(45);
  for (const link of links) readFileSync(join(REPOSITORY, link));
});

test('AGENTS.md has at most 120 lines', () => {
  expect(AGENTS.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});
