// Every problem of the configuration has a page in docs/errors whose wrong example causes exactly that problem, and whose right
// example causes none.
import { expect, test, describe } from 'vitest';
import type { CatalogueEntry } from '../../compiler/diagnostics/diagnostic.js';
import { loadApp } from '../../cli/app/load-app.js';
import * as configCatalogue from '../../cli/config/config-catalogue.js';
import { SHAPE_CATALOGUE } from '../../cli/config/shape-catalogue.js';
import * as projectCatalogue from '../../cli/project/project-catalogue.js';
import { allPages, codeBlocks } from '../docs/pages.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parseConfigFile } from '../../cli/config/config-file.js';
import { FILE_KEYS, FUNCTION_KEYS, STAGE_KEYS } from '../../cli/config/keys.js';

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

// The JSON Schema that editors read agrees with the checks of the CLI. `npm run check:generated` finds an outdated schema.

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

const schema = JSON.parse(
  readFileSync(join(REPOSITORY, 'cli/config/config.schema.json'), 'utf8'),
) as {
  readonly properties: Readonly<Record<string, { readonly description?: string }>>;
};
const isRight = new Ajv({ allErrors: true }).compile(schema);

test('every key of the table is in the schema with its meaning', () => {
  const keys = Object.keys({ ...FILE_KEYS, ...FUNCTION_KEYS, ...STAGE_KEYS });
  const described = Object.entries(schema.properties).map(
    ([key, { description = '' }]) => description.endsWith('.') && key,
  );
  expect(described).toEqual(keys);
});

/** What only the CLI can check: the text itself, the resolved settings of a stage, the source. */
const BEYOND_THE_SCHEMA =
  /FW11(?:01|02|15|16|17|21|22|26|27|28|29|31|32|36|37|47|48|49|50|54|55|56|57|58|59|62|64|65|75)/;

/** A configuration that is too large does not fit on a page, so the length that the page names is tested. */
const TOO_LARGE = 'docs/errors/FW1133.md';

/** Hundreds of keys do not fit on a page. */
const TOO_MANY = 'docs/errors/FW1163.md';

/** Problems of files other than the configuration. */
const OTHER_FILES = /FW1135/;

test('a configuration of the length that the page of FW1133 names is read, and no longer one', () => {
  const page = allPages().find(({ path }) => path === TOO_LARGE)?.text ?? '';
  const [, named = ''] = /has more than ([\d,]+) characters/.exec(page) ?? [];
  const length = Number(named.replaceAll(',', ''));
  const codesOf = (characters: number): readonly string[] => {
    const empty = JSON.stringify({ version: '2.0', app_name: '' });
    const text = empty.replace('""', `"${'a'.repeat(characters - empty.length)}"`);
    expect(text).toHaveLength(characters);
    return parseConfigFile(text).diagnostics.map(({ code }) => code);
  };
  expect(codesOf(length)).toEqual([]);
  expect(codesOf(length + 1)).toEqual(['FW1133']);
});

describe('the examples of the error pages', () => {
  const pages = allPages().filter(
    ({ path }) =>
      /\/FW11\d\d\.md$/.test(path) &&
      ![TOO_LARGE, TOO_MANY].includes(path) &&
      !OTHER_FILES.test(path),
  );

  test.each(pages)('$path', ({ path, text }) => {
    const [wrong, right] = ['Wrong', 'Right'].map((title) => configurationOf(section(text, title)));
    expect(isRight(JSON.parse(right ?? ''))).toBe(true);
    if (!BEYOND_THE_SCHEMA.test(path)) expect(isRight(JSON.parse(wrong ?? ''))).toBe(false);
  });
});

function configurationOf(markdown: string): string | undefined {
  return codeBlocks(markdown).find(({ note }) => note.includes('config.json'))?.text;
}
