// Every bundling problem has a page: its incorrect example causes the problem, its correct example causes none.
import { describe, expect, test } from 'vitest';
import { bundleProject } from '../../test/bundle/bundle-project.js';
import { makeProject } from '../../test/bundle/temporary-project.js';
import { type ExampleFiles, readErrorPages } from '../../test/support/error-pages.js';

const pages = readErrorPages().filter(({ code }) => code.startsWith('FW50'));

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
