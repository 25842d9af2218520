// Every bundling problem has a page: its incorrect example causes the problem, its correct example causes none.
import { describe, expect, test } from 'vitest';
import type { CatalogueEntry } from '../../compiler/diagnostics/diagnostic.js';
import { bundleProject } from '../../test/bundle/bundle-project.js';
import { makeProject } from '../../test/bundle/temporary-project.js';
import { type ExampleFiles, readErrorPages } from '../../test/support/error-pages.js';
import * as catalogue from './bundle-catalogue.js';

const entries = Object.values<CatalogueEntry<never>>(catalogue);
const pages = readErrorPages().filter(({ code }) => code.startsWith('FW50'));

test('every code of bundling is used once and has a page with its title', () => {
  const titles = entries.map(({ code, title }) => `${code} ${title}`).sort();
  expect(new Set(entries.map(({ code }) => code)).size).toBe(entries.length);
  expect(pages.map(({ code, title }) => `${code} ${title}`).sort()).toEqual(titles);
});

describe.each(pages.filter(({ wrong }) => wrong !== undefined))(
  '$code',
  ({ code, wrong, right }) => {
    test('the wrong example gives it', async () => {
      expect(await codesOf(wrong)).toEqual([code]);
    });

    test('the right example gives nothing', async () => {
      expect(await codesOf(right)).toEqual([]);
    });
  },
);

async function codesOf(files: ExampleFiles = {}): Promise<readonly string[]> {
  const bundle = await bundleProject(makeProject(files));
  return bundle.diagnostics.map(({ code }) => code);
}
