// `framework docs` as a user runs it, and the lists of pages that the package includes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AGENTS } from '../../cli/author/new-project/project-files.js';
import { llmsText } from '../../tools/llms-text.js';
import { REPOSITORY } from '../docs/pages.js';
import { runHere } from '../support/run-here.js';
import { temporaryProject } from '../support/temporary-project.js';

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
