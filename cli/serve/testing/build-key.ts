// The key of a bundle in the cache: a hash of the bundle's inputs that are known before bundling. Files of packages and
// data files are known only afterwards, and are in the cache's record (build-cache.ts).
import { getTsconfig } from 'get-tsconfig';
import type { Compilation } from '../../../compiler/compile-app.js';
import { digest, stampOf } from '../../bundle/build-cache.js';
import { listLibrary } from '../../bundle/library-files.js';
import type { Project } from '../../project/open-project.js';
import { version } from '../../program/version.js';

export type KeyedApp = { readonly project: Project; readonly compilation: Compilation };

/** The key. It is the same for equal applications and the same build of this package. */
export function buildKey({ project, compilation }: KeyedApp): string {
  const { root, files } = project;
  const { modules, manifest } = compilation;
  return digest({
    builder: [version, stampOf(new URL(import.meta.url)), process.platform, process.arch],
    root,
    modules,
    functions: manifest?.functions.map(({ name }) => name),
    tsconfig: getTsconfig(root)?.config,
    package: files.readText(`${root}/package.json`),
    library: listLibrary(root).files.map(({ path }) => path),
  });
}
