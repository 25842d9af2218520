// Every problem of the configuration has a page in docs/errors whose wrong example causes exactly that problem, and whose right
// example causes none.
import { expect, test } from 'vitest';
import type { CatalogueEntry } from '../../compiler/diagnostics/diagnostic.js';
import { loadApp } from '../../cli/app/load-app.js';
import * as configCatalogue from '../../cli/config/config-catalogue.js';
import { SHAPE_CATALOGUE } from '../../cli/config/shape-catalogue.js';
import * as projectCatalogue from '../../cli/project/project-catalogue.js';
import { allPages, codeBlocks } from '../docs/pages.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';

const entries = [
  ...Object.values<CatalogueEntry<never>>(configCatalogue),
  ...Object.values<CatalogueEntry<never>>(SHAPE_CATALOGUE),
  ...Object.values<CatalogueEntry<never>>(projectCatalogue),
].sort((left, right) => (left.code < right.code ? -1 : 1));
const pages = new Map(allPages().map(({ path, text }) => [path, text]));

test('every code is used once', () => {
  const codes = entries.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)]);
});

test('there are no pages of the configuration without an entry', () => {
  const codes = [...pages.keys()].flatMap(
    (path) => /^docs\/errors\/(FW11\d\d)\.md$/.exec(path)?.[1] ?? [],
  );
  expect(codes.filter((code) => !entries.some((entry) => entry.code === code))).toEqual([]);
});

test.each(entries)('$code has a page with its title and severity', ({ code, title, severity }) => {
  const page = pageOf(code);
  expect(page.split('\n')[0]).toBe(`# ${code}: ${title}`);
  if (!hasExample(code)) return;
  expect(page).toMatch(severity === 'error' ? /\nThis is an error/ : /\nThis is a warning/);
});

// The others are problems of creating or watching a project, which no example file can show.
test.each(entries.filter(({ code }) => hasExample(code)))(
  'the wrong example of $code gives it, the right example gives nothing',
  ({ code }) => {
    expect(codesOf(section(pageOf(code), 'Wrong'))).toEqual([code]);
    expect(codesOf(section(pageOf(code), 'Right'))).toEqual([]);
  },
);

function pageOf(code: string): string {
  return pages.get(`docs/errors/${code}.md`) ?? '';
}

function hasExample(code: string): boolean {
  return pageOf(code).includes('\n## Wrong\n');
}

function section(page: string, title: string): string {
  const [, text = ''] = page.split(`\n## ${title}\n`);
  return text.split('\n## ')[0] ?? '';
}

/** Returns the diagnostic codes of the project in the blocks of a text; a valid application is added if it has none. */
function codesOf(markdown: string): string[] {
  const files = codeBlocks(markdown).map(
    ({ note, text }) => [/file=(\S+)/.exec(note)?.[1] ?? 'app.ts', text] as const,
  );
  const directory = temporaryProject({ 'app.ts': HELLO_WORLD, ...Object.fromEntries(files) });
  return [
    ...new Set(
      loadApp({ directory, stage: 'dev', isForDeploy: true }).diagnostics.map(({ code }) => code),
    ),
  ];
}
