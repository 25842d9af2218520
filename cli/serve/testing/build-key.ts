// The key of a bundle: a hash of everything that decides its bytes and is known before it is made. The files of
// packages and data are known only afterwards, and are in the record of the cache (build-cache.ts).
import { getTsconfig } from 'get-tsconfig';
import type { Compilation } from '../../../compiler/compile-app.js';
import { digest, stampOf } from '../../bundle/build-cache.js';
import { listLibrary } from '../../bundle/library-files.js';
import type { Project } from '../../project/open-project.js';
import { version } from '../../program/version.js';

export type KeyedApp = { readonly project: Project; readonly compilation: Compilation };

/** The key, equal for equal applications and the same build of this package. */
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
