// Each code of the compiler has a page whose examples are correct.
import { describe, expect, test } from 'vitest';
import { compileApp } from '../../compiler/index.js';
import {
  DEFAULT_SETTINGS,
  isWithoutNullChecks,
  type ProjectSettings,
} from '../../compiler/modules/source-files.js';
import { environmentIn } from '../support/compiler-fixtures.js';
import { readCompilerPages, type ExampleFiles } from '../support/error-pages.js';
import { memoryFiles, MEMORY_ROOT } from '../support/memory-files.js';
import { join } from 'node:path';
import { problemsOfTexts } from '../support/type-program.js';
import { sampleOf } from '../support/sample.js';

/** The examples of these pages also show the warning for the deprecated `defineAuthorizer`. */
const WITH_DEPRECATION = ['FW2614', 'FW2617'];

const pages = readCompilerPages();

describe('the wrong example gives the code of its page and no other', () => {
  const examples = pages.flatMap(({ code, wrong }) => (wrong ? [{ code, wrong }] : []));
  test.each(examples)('$code', ({ code, wrong }) => {
    const expected = WITH_DEPRECATION.includes(code) ? ['FW2613', code] : [code];
    expect(codesOf(wrong)).toEqual(expected);
  });
});

describe('the right example gives no diagnostic', () => {
  test.each(pages)('$code', ({ right = {} }) => {
    expect(codesOf(right)).toEqual([]);
  });
});

test('every page but that of unreadable files has a wrong example', () => {
  expect(pages.filter(({ wrong }) => !wrong).map(({ code }) => code)).toEqual(['FW1002']);
});

test('a file that is there and cannot be read gives FW1002', () => {
  const files = memoryFiles({ 'app.ts': "import './views.js';\n" });
  const isFile = (path: string) => files.isFile(path) || path.endsWith('/views.ts');
  const { diagnostics } = compileApp({ root: MEMORY_ROOT, files: { ...files, isFile } });
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'FW1002 The file `views.ts` exists but cannot be read.',
  ]);
});

/** Returns the settings of an example that contains a tsconfig.json. */
function settingsIn(tsconfig = '{}'): ProjectSettings {
  const { compilerOptions = {} } = JSON.parse(tsconfig) as { compilerOptions?: object }; // because the example is a tsconfig.json
  return { ...DEFAULT_SETTINGS, ignoresNull: isWithoutNullChecks(compilerOptions) };
}

function codesOf(files: ExampleFiles): string[] {
  const { diagnostics } = compileApp({
    root: MEMORY_ROOT,
    files: memoryFiles(files),
    environment: environmentIn(files['.framework/config.json']),
    settings: settingsIn(files['tsconfig.json']),
  });
  return [...new Set(diagnostics.map(({ code }) => code))];
}

// The right examples of the pages also pass the type checker, in both decorator modes.

/** Every file of every right example, by path. */
const texts = Object.fromEntries(
  readCompilerPages().flatMap(({ code, right = {} }) =>
    Object.entries(right).map(([file, text]) => [`${code}/${file}`, text] as const),
  ),
);

const MODES = [
  ['standard', {}],
  ['legacy', { experimentalDecorators: true, emitDecoratorMetadata: true }],
] as const;

test.each(sampleOf('types of error pages', MODES, 2))(
  'with %s decorators the right example of each page has no type error',
  async (_, mode) => {
    const types = join(import.meta.dirname, '../../dist/types/runtime/index.d.ts');
    expect(await problemsOfTexts(texts, { paths: { framework: [types] }, ...mode })).toEqual([]);
  },
);
