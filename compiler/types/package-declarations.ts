// Finds the declaration file of a package: `types` of its package.json, or the package `@types/…`.
import { posix } from 'node:path';
import { isBuiltin } from 'node:module';
import { mappingOf, parseJson } from '../json-values.js';
import { lookUpTarget } from '../modules/package-scope.js';
import type { SourceFiles } from '../modules/source-files.js';

const CONDITIONS: ReadonlySet<string> = new Set(['types', 'import', 'node', 'default']);

/** The declaration file for an import of a package from a directory; undefined without one. */
export function findDeclarations(
  files: SourceFiles,
  specifier: string,
  directory: string,
): string | undefined {
  if (isBuiltin(specifier)) return undefined;
  // The resolver returns absolute paths for files inside a package.
  if (specifier.startsWith('/')) return declarationsAt(files, specifier);
  const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
  const subpath = `.${specifier.slice(name.length)}`;
  for (let folder = directory; ; folder = posix.dirname(folder)) {
    for (const candidate of [name, typesPackage(name)]) {
      const root = posix.join(folder, 'node_modules', candidate);
      const text = files.readText(`${root}/package.json`);
      const found = text === undefined ? undefined : inPackage(files, { root, text, subpath });
      if (found !== undefined) return found;
    }
    if (folder === posix.dirname(folder)) return undefined;
  }
}

/** The name of the `@types` package: `@types/pkg`, and `@types/scope__pkg` for `@scope/pkg`. */
function typesPackage(name: string): string {
  return `@types/${name.replace(/^@([^/]+)\//, '$1__')}`;
}

type Package = { readonly root: string; readonly text: string; readonly subpath: string };

function inPackage(files: SourceFiles, { root, text, subpath }: Package): string | undefined {
  const content = mappingOf(parseJson(text));
  // `typesVersions` chooses declarations by the version of TypeScript, which the compiler does not know.
  if (content['typesVersions'] !== undefined) return undefined;
  const exported = content['exports'];
  if (exported !== undefined) {
    const target = lookUpTarget(exported, subpath, CONDITIONS);
    return target === undefined ? undefined : declarationsAt(files, posix.join(root, target));
  }
  if (subpath !== '.') return declarationsAt(files, posix.join(root, subpath));
  const main = [content['types'], content['typings'], content['main'], 'index.d.ts'].find(
    (entry) => typeof entry === 'string',
  );
  return typeof main === 'string' ? declarationsAt(files, posix.join(root, main)) : undefined;
}

/** The declaration file for a path, which may name a JavaScript file or a folder. */
export function declarationsAt({ isFile }: SourceFiles, path: string): string | undefined {
  if (/\.d\.[cm]?ts$/.test(path)) return isFile(path) ? path : undefined;
  const [, stem = path, kind = ''] = /^(.*)\.([cm]?)jsx?$/.exec(path) ?? [];
  const inside = posix.join(path, 'index.d.ts');
  return [`${stem}.d.${kind}ts`, `${stem}.d.ts`, `${path}.d.ts`, inside].find(isFile);
}
