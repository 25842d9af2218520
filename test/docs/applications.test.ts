// Compiles every application in the documentation.
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileApp, type SourceFiles } from '../../compiler/index.js';
import { blockProjects, isApplication, type BlockProject } from './block-projects.js';
import { allPages } from './pages.js';

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
