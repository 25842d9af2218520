// The right examples of the pages also pass the type checker, in both decorator modes.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCompilerPages } from '../support/error-pages.js';
import { problemsOfTexts } from '../support/type-program.js';
import { sampleOf } from '../support/sample.js';

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
