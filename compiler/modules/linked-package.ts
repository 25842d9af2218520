// Packages that `node_modules` links to a folder elsewhere, as workspaces do. Their source counts as the project's own.
// Packages in the store of pnpm are inside a `node_modules` folder and are ordinary packages.
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { SourceFiles } from './source-files.js';

/** An import of a linked package: `@acme/lib/text` is `./text` of `@acme/lib`. */
export type LinkedPackage = {
  /** The real path of the package. */
  readonly directory: string;
  /** `.`, or a path that begins with `./`. */
  readonly subpath: string;
};

/** Finds the linked package that a specifier means in a module of a directory; undefined for any other package. */
export function createLinkFinder(
  files: SourceFiles,
): (specifier: string, directory: string) => LinkedPackage | undefined {
  const { realPath } = files;
  if (!realPath) return () => undefined;
  const known = new Map<string, string | undefined>();
  const find = (name: string, directory: string): string | undefined => {
    const folder = posix.join(directory, 'node_modules', name);
    if (known.has(folder)) return known.get(folder);
    const real = realPath(folder);
    const parent = posix.dirname(directory);
    const isHere = real !== folder || files.isFile(`${folder}/package.json`);
    const above = isHere || parent === directory ? undefined : find(name, parent);
    // In a `node_modules` that is itself a link, packages are ordinary ones.
    const holder = realPath(posix.join(directory, 'node_modules'));
    const isInstalled = real.includes('/node_modules/') || real === posix.join(holder, name);
    const found = isHere ? (isInstalled ? undefined : real) : above;
    known.set(folder, found);
    return found;
  };
  return (specifier, directory) => {
    if (isBuiltin(specifier)) return undefined;
    const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
    // AWS clients are known by name, and nobody has one in a workspace.
    const isClient = name.startsWith('@aws-sdk/') || name.startsWith('@smithy/');
    const linked = name === '' || isClient ? undefined : find(name, directory);
    return linked === undefined
      ? undefined
      : { directory: linked, subpath: `.${specifier.slice(name.length)}` };
  };
}
