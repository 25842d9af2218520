// Links between pages lead to existing targets.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test, describe } from 'vitest';
import { allPages, readPage, REPOSITORY, type Page, codeBlocks } from './pages.js';
import { compileApp, type SourceFiles } from '../../compiler/index.js';
import { blockProjects, isApplication, type BlockProject } from './block-projects.js';
import { loadConfig } from '../../cli/config/load-config.js';
import { openFiles } from '../../cli/project/project-files.js';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { readErrorPages } from '../support/error-pages.js';
import { correctOutputs, transcriptOf } from './transcript.js';
import { commands } from '../../cli/commands/registry.js';

test('every relative link of a page leads to a file, and its anchor to a heading', () => {
  expect(allPages().flatMap(brokenLinks)).toEqual([]);
});

function brokenLinks(page: Page): readonly string[] {
  const prose = page.text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link))
    .map((link) => `${page.path}: ${link}`);
}

function leadsSomewhere(page: Page, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page.path : posix.join(posix.dirname(page.path), path);
  if (!existsSync(join(REPOSITORY, target))) return false;
  return anchor === undefined || headings(readPage(target).text).includes(anchor);
}

/** Returns anchors as GitHub generates them. */
function headings(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

// Compiles every application in the documentation.

const ROOT = '/project';

describe('every application of the documentation compiles without a diagnostic', () => {
  const projects = allPages()
    .filter((page) => !page.path.startsWith('docs/errors/'))
    .flatMap(blockProjects)
    .filter(isApplication);

  test.each(projects.map((project) => [project.name, project] as const))('%s', (_, project) => {
    const { diagnostics, manifest } = compileApp({ root: ROOT, files: filesOf(project) });
    expect(diagnostics).toEqual([]);
    expect([...(manifest?.routes ?? []), ...(manifest?.functions ?? [])]).not.toEqual([]);
  });
});

function filesOf(project: BlockProject): SourceFiles {
  const textOf = (path: string): string | undefined =>
    project.files.get(posix.relative(ROOT, path))?.text;
  return { readText: textOf, isFile: (path) => textOf(path) !== undefined };
}

// Loads every configuration file in the documentation as the commands do; every other JSON block is valid JSON.

const blocks = allPages().flatMap((page) =>
  page.blocks
    .filter(({ language }) => language === 'json')
    .map(({ text, line }) => ({ at: `${page.path}:${line}`, text })),
);
const configurations = blocks.filter(({ text }) => text.includes('"version": "2.0"'));

test.each(configurations)('$at is a configuration without a problem', ({ text }) => {
  const files = { ...openFiles(), readText: () => text, isFile: () => true };
  expect(loadConfig({ root: '/project', files }, 'dev', { isForDeploy: true }).diagnostics).toEqual(
    [],
  );
});

test.each(blocks)('$at is JSON', ({ text }) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});

test('every key of the reference has a type', () => {
  const types = readPage('docs/reference/config.md').text.matchAll(/^\| `\w+` +\| ([^|]+?) +\|/gm);
  const found = [...types].map(([, type = '']) => type);
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((type) => type.includes('undefined'))).toEqual([]);
});

// The mistake that the README shows, made in the application that it shows.
describe('the README', () => {
  const { blocks } = readPage('README.md');

  test('a mistake in the application of the README looks as the README says', async () => {
    const source = blocks.find(({ language }) => language === 'ts')?.text ?? '';
    const shown = blocks.find(({ language }) => language === 'text')?.text;
    const project = mkdtempSync(join(tmpdir(), 'framework-readme-'));
    try {
      writeFileSync(join(project, 'app.ts'), source.replace(`'/cities'`, `'/cities/'`));
      const args = [join(REPOSITORY, 'dist/cli/main.js'), 'check'];
      const run = promisify(execFile)(process.execPath, args, { cwd: project });
      await expect(run).rejects.toMatchObject({ code: 1, stdout: shown });
    } finally {
      rmSync(project, { recursive: true, force: true });
    }
  });
});

// The page that lists the problems of deploying contains all of them, by the titles of their pages.

const { text } = readPage('docs/guide/troubleshooting.md');

test('every problem of deploying stands once in docs/guide/troubleshooting.md, under its title', () => {
  const listed = [...text.matchAll(/^\| \[(FW\d{4})\]\(\.\.\/errors\/\1\.md\) +\| (.*?) +\|/gm)];
  const titles = readErrorPages()
    .filter(({ code }) => /^FW6(?:0|1|2[0-2458]|3|5)/.test(code))
    .map(({ code, text: page }) => [code, /^# FW\d{4}: (.*)/.exec(page)?.[1]]);
  expect(listed.map(([, code, title]) => [code, title]).sort()).toEqual(titles.sort());
});

// Pages are corrected where they differ from the printed output, and nowhere else.

const TEXT =
  '# Page\n\n```sh\none\n```\n\n```text\nold\nlines\n```\n\n```sh\ntwo\n```\n\n```text\nright\n```\n';

test('what a page shows is replaced by what is printed', () => {
  const steps = transcriptOf({ path: 'page.md', text: TEXT, blocks: codeBlocks(TEXT) });
  const [first] = steps.flatMap((step) => (step.kind === 'run' ? [step] : []));
  const line = first?.outputLine ?? 0;
  const corrected = correctOutputs(TEXT, [
    { line, shown: first?.output ?? '', printed: 'new\nand\nlonger\n' },
  ]);
  expect(corrected).toBe(TEXT.replace('old\nlines\n', 'new\nand\nlonger\n'));
});

// Every command in the documentation exists, and so do its options.

const GLOBAL = ['project-dir', 'debug', 'help', 'version'];
const SHELLS = ['sh', 'bash', 'yaml', 'console'];

test('every command of the documentation exists, with its options', () => {
  const lines = allPages().flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language }) => SHELLS.includes(language))
      .flatMap((block) =>
        block.text.split('\n').map((line, at) => ({ path, line, at: block.line + at })),
      ),
  );
  const typed = lines.flatMap(({ path, line, at }) =>
    [...line.matchAll(/(?:^|[ (])framework ([a-z][^|>&;)#]*)/g)].map(([, text = '']) => ({
      at: `${path}:${at}`,
      text: text.trim(),
    })),
  );
  expect(typed.length).toBeGreaterThan(30);
  expect(typed.filter(({ text }) => !canBeTyped(text))).toEqual([]);
});

function canBeTyped(text: string): boolean {
  const [name, ...words] = text.split(/\s+/);
  const command = commands.find(({ spec }) => spec.name === name);
  if (!command) return false;
  const known = [...Object.keys(command.spec.options), ...GLOBAL];
  return words
    .filter((word) => word.startsWith('--'))
    .every((word) => known.includes(word.slice(2).replace(/=.*/, '')));
}
