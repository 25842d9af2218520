// Which file an import means. The search stops where the project ends: packages and built-in modules are named only.
import { posix } from 'node:path';
import { createPackageScopes, lookUpTarget } from './package-scope.js';
import { fileKind, resolveFile } from './resolve-file.js';
import type { ProjectSettings, SourceFiles } from './source-files.js';

export type Resolution =
  | { readonly kind: 'module'; readonly path: string }
  | { readonly kind: 'json'; readonly path: string }
  /** A file of the project that is not code: text, images, declarations. */
  | { readonly kind: 'asset'; readonly path: string }
  | { readonly kind: 'package'; readonly specifier: string }
  /** A file of the project that does not exist. */
  | { readonly kind: 'missing' };

/** Resolves the specifier of an import in the module with that absolute path. */
export type ResolveSpecifier = (specifier: string, importer: string) => Resolution;

/** The name under which an application imports this package. */
export const FRAMEWORK = 'framework';

export function createResolver(
  files: SourceFiles,
  mapSpecifier: ProjectSettings['mapSpecifier'],
): ResolveSpecifier {
  const scopeOf = createPackageScopes(files);

  const resolvePath = (path: string): Resolution => {
    const found = resolveFile(path, files.isFile);
    if (found === undefined)
      return isDeclared(path) ? { kind: 'asset', path } : { kind: 'missing' };
    if (found.includes('/node_modules/')) return { kind: 'package', specifier: found };
    const kind = fileKind(found);
    return { kind: kind === 'code' ? 'module' : kind === 'json' ? 'json' : 'asset', path: found };
  };

  /** A module of which only the declarations are here: nothing to follow, and no mistake. */
  const isDeclared = (path: string): boolean =>
    files.isFile(path.replace(/\.[cm]?js$/, '') + '.d.ts');

  const resolveTarget = (target: string, directory: string): Resolution =>
    target.startsWith('.')
      ? resolvePath(posix.join(directory, target))
      : { kind: 'package', specifier: target };

  const resolveBare = (specifier: string, importer: string): Resolution => {
    for (const candidate of mapSpecifier?.(specifier) ?? []) {
      const mapped = resolvePath(candidate);
      if (mapped.kind !== 'missing') return mapped;
    }
    const scope = scopeOf(posix.dirname(importer));
    if (specifier.startsWith('#')) {
      const target = scope && lookUpTarget(scope.imports, specifier);
      return target === undefined
        ? { kind: 'missing' }
        : resolveTarget(target, scope?.directory ?? '');
    }
    const name = scope?.name;
    if (name !== undefined && scope?.exports !== undefined && isWithin(specifier, name)) {
      const target = lookUpTarget(scope.exports, `.${specifier.slice(name.length)}`);
      if (target !== undefined) return resolveTarget(target, scope.directory);
    }
    return { kind: 'package', specifier };
  };

  return (specifier, importer) => {
    if (isWithin(specifier, FRAMEWORK)) return { kind: 'package', specifier };
    if (/^\.{1,2}(\/|$)/.test(specifier)) {
      const path = posix.join(posix.dirname(importer), specifier);
      return resolvePath(/(^|\/)\.{1,2}$/.test(specifier) ? `${path}/` : path);
    }
    if (specifier.startsWith('/')) return resolvePath(specifier);
    return resolveBare(specifier, importer);
  };
}

/** `name` or `name/...`. */
function isWithin(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}
