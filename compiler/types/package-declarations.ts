// The file of a package that declares its types: `types` of its package.json, or `@types/…`.
import { posix } from 'node:path';
import { isBuiltin } from 'node:module';
import { mappingOf, parseJson } from '../json-values.js';
import { lookUpTarget } from '../modules/package-scope.js';
import type { SourceFiles } from '../modules/source-files.js';

const CONDITIONS: ReadonlySet<string> = new Set(['types', 'import', 'node', 'default']);

/** Finds the declarations that an import of a package means for a module in a directory; undefined without any. */
export function findDeclarations(
  files: SourceFiles,
  specifier: string,
  directory: string,
): string | undefined {
  if (isBuiltin(specifier)) return undefined;
  // The resolver gives files inside of a package as their paths.
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

/** `@types/pkg`, and `@types/scope__pkg` of `@scope/pkg`. */
function typesPackage(name: string): string {
  return `@types/${name.replace(/^@([^/]+)\//, '$1__')}`;
}

type Package = { readonly root: string; readonly text: string; readonly subpath: string };

function inPackage(files: SourceFiles, { root, text, subpath }: Package): string | undefined {
  const content = mappingOf(parseJson(text));
  // It chooses other declarations by the version of TypeScript.
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

/** The declarations at a path, which may be that of JavaScript, or of a folder. */
export function declarationsAt({ isFile }: SourceFiles, path: string): string | undefined {
  if (/\.d\.[cm]?ts$/.test(path)) return isFile(path) ? path : undefined;
  const [, stem = path, kind = ''] = /^(.*)\.([cm]?)jsx?$/.exec(path) ?? [];
  return [`${stem}.d.${kind}ts`, `${stem}.d.ts`, `${path}.d.ts`, `${path}/index.d.ts`].find(isFile);
}
