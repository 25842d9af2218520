// docs/specification.md: every rule names the tests that check it, every cited section exists, and nothing cites a text that is
// not in the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { readPage, REPOSITORY } from './pages.js';

const { text } = readPage('docs/specification.md');
const [INTRODUCTION = '', ...SECTIONS] = text.replace(/^\[[^\]]+\]: .*$/gm, '').split(/^(?=##)/m);

/** Link definitions `[name]: ../path` at the end of the page. */
const TESTS = new Map(
  [...text.matchAll(/^\[([^\]]+)\]: (.*)$/gm)].map(([, name = '', path = '']) => [name, path]),
);
const FOLDERS = [
  'runtime',
  'compiler',
  'transformers',
  'cli',
  'test',
  'docs',
  'bench',
  'tools',
  'example-app',
];
const SOURCES = readSources();
const RULES = SECTIONS.flatMap((section) => [...listItems(section), ...tableRows(section)]);

test('every rule names a test', () => {
  expect(RULES.length).toBeGreaterThan(130);
  expect(RULES.filter((rule) => testsOf(rule).length === 0)).toEqual([]);
});

test('every test that a rule names is there, and none is left over', () => {
  const used = SECTIONS.flatMap(testsOf);
  expect(used.filter((name) => !TESTS.has(name))).toEqual([]);
  expect([...TESTS.keys()].filter((name) => !used.includes(name))).toEqual([]);
  const paths = [...TESTS.values()].map((path) => posix.join('docs', path));
  expect(paths.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
  expect(paths.filter((path) => !IS_TEST.test(path))).toEqual([]);
});

test('the introduction says what holds the cases of the conformance table', () => {
  expect(INTRODUCTION).toContain('../test/conformance/table.ts');
});

test('every section of the specification that is cited is on the page', () => {
  const sections = [...text.matchAll(/^#+ (\d(?:\.\d)?)\.? /gm)].map(([, number]) => number);
  const cited = SOURCES.flatMap(({ path, text }) =>
    citedSections(text).map((number) => ({ path, number })),
  );
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ number }) => !sections.includes(number))).toEqual([]);
});

test('no file cites a text that is not in the repository', () => {
  const citing = SOURCES.filter(({ text }) => ELSEWHERE.some((pattern) => pattern.test(text)));
  expect(citing.map(({ path }) => path)).toEqual([]);
});

/** Test files, cases of the conformance table, and small applications whose compilation is compared. */
const IS_TEST =
  /\.test\.ts$|^test\/conformance\/cases\/|^test\/fixtures\/compiler\/[^/]+\/app\.ts$/;

/** References to an issue, to a design document, or to the specification under a name other than this page's. */
const ELSEWHERE = [
  /\bissue[- ]#?\d/i,
  /\b(?:design|style)\.md\b/,
  /\bnotes\/\w+\.md\b/,
  /\bdesign (?:section )?\d/i,
  /\bspec (?:section )?\d/i,
];

type SourceFile = { readonly path: string; readonly text: string };

function readSources(): readonly SourceFile[] {
  return FOLDERS.flatMap(filesIn)
    .filter((path) => /\.(?:[cm]?[jt]s|md)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(REPOSITORY, path), 'utf8') }));
}

/** Does not enter folders such as `test/.tmp`, in which other tests create and delete files at the same time. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(join(REPOSITORY, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return /^(?:\.|node_modules$)/.test(entry.name) ? [] : filesIn(path);
  });
}

/** Returns the numbers in `specification 2.1, 4.4 and 7`, even if a comment has a line break between them. */
function citedSections(source: string): readonly string[] {
  if (!source.includes('pecification ')) return [];
  const flat = source.replace(/\n[ \t]*(?:\/\/|\*)?[ \t]*/g, ' ');
  return [
    ...flat.matchAll(/\b[Ss]pecification (\d(?:\.\d)?(?:(?:,| and| to) \d(?:\.\d)?\b)*)/g),
  ].flatMap(([, numbers = '']) => [...numbers.matchAll(/\d(?:\.\d)?/g)].map(([number]) => number));
}

function listItems(section: string): readonly string[] {
  return section.split(/^(?=(?:-|\d\.) |\n)/m).filter((part) => /^(?:-|\d\.) /.test(part));
}

/** Returns the rows of tables, without their heads. */
function tableRows(section: string): readonly string[] {
  return [...section.matchAll(/^\| -.*\n((?:\|.*\n)+)/gm)].flatMap(([, rows = '']) =>
    rows.trimEnd().split('\n'),
  );
}

/** Returns the names in brackets that are not complete links. */
function testsOf(part: string): readonly string[] {
  const prose = part.replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\[([^\]]+)\](?!\()/g)].map(([, name = '']) => name);
}
