// What a bundle is known by: everything that decides its bytes and is known before it is made. What is known only
// afterwards, the files of packages and data, stands in the record beside it (build-cache.ts).
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { getTsconfig } from 'get-tsconfig';
import type { Compilation } from '../../compiler/compile-app.js';
import { listLibrary } from '../bundle/library-files.js';
import type { Project } from '../project/open-project.js';
import { version } from '../version.js';

export type KeyedApp = { readonly project: Project; readonly compilation: Compilation };

/** A short text; equal for equal applications and the same build of this package. */
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

/** What tells that a file changed, without reading it; empty when there is none. */
export function stampOf(path: string | URL): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeMs}` : '';
}

/** 32 hexadecimal digits of a value's JSON. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}
