// Every problem of the configuration has a page in docs/errors whose wrong example causes exactly that problem, and whose right
// example causes none.
import { expect, test } from 'vitest';
import type { CatalogueEntry } from '../../compiler/diagnostics/diagnostic.js';
import { loadApp } from '../../cli/app/load-app.js';
import * as configCatalogue from '../../cli/config/config-catalogue.js';
import { SHAPE_CATALOGUE } from '../../cli/config/shape-catalogue.js';
import * as projectCatalogue from '../../cli/project/project-catalogue.js';
import { type ExampleFiles, readErrorPages } from '../support/error-pages.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parseConfigFile } from '../../cli/config/config-file.js';
import { FILE_KEYS, FUNCTION_KEYS, STAGE_KEYS } from '../../cli/config/keys.js';

const CODES = [configCatalogue, SHAPE_CATALOGUE, projectCatalogue].flatMap((catalogue) =>
  Object.values<CatalogueEntry<never>>(catalogue).map(({ code }): string => code),
);
const pages = readErrorPages().filter(({ code }) => CODES.includes(code));

// The others are problems of creating or watching a project, which no example file can show.
test.each(pages.filter(({ wrong }) => wrong))(
  'the wrong example of $code gives it, the right example gives nothing',
  ({ code, wrong, right }) => {
    expect(codesOf(wrong)).toEqual([code]);
    expect(codesOf(right)).toEqual([]);
  },
);

/** Returns the diagnostic codes of the project of an example; a valid application is added if it has none. */
function codesOf(files: ExampleFiles = {}): string[] {
  const directory = temporaryProject({ 'app.ts': HELLO_WORLD, ...files });
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
const isRight = new Ajv({ allErrors: true, code: { optimize: false } }).compile(schema);

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

/** Examples that do not fit on a page, and problems of files other than the configuration. */
const WITHOUT_EXAMPLE = /FW11(?:33|35|63)/;

test('a configuration of the length that the page of FW1133 names is read, and no longer one', () => {
  const page = pages.find(({ code }) => code === 'FW1133')?.text ?? '';
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

test.each(pages.filter(({ code }) => /FW11/.test(code) && !WITHOUT_EXAMPLE.test(code)))(
  'the schema agrees with the examples of $code',
  ({ code, wrong = {}, right = {} }) => {
    const file = '.framework/config.json';
    expect(isRight(JSON.parse(right[file] ?? ''))).toBe(true);
    if (!BEYOND_THE_SCHEMA.test(code)) expect(isRight(JSON.parse(wrong[file] ?? ''))).toBe(false);
  },
);
