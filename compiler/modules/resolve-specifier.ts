// Resolves an import to a file. Packages and built-in modules are named, but not followed.
import { posix } from 'node:path';
import { createPackageScopes, lookUpTarget, type PackageScope, REQUIRED } from './package-scope.js';
import { fileKind, resolveFile } from './candidate-files.js';
import type { ProjectSettings, SourceFiles } from './source-files.js';
import { isBuiltin } from 'node:module';
import { mappingOf, parseJson } from '../json-values.js';

export type Resolution =
  | { readonly kind: 'module'; readonly path: string }
  | { readonly kind: 'json'; readonly path: string }
  /** A file of the project that is not code, such as text, an image or declarations. */
  | { readonly kind: 'asset'; readonly path: string }
  | {
      readonly kind: 'package';
      readonly specifier: string;
      /** The directory of a linked package that has no source. */
      readonly unread?: string;
      /** True if no package with this name is installed. */
      readonly isMissing?: true;
    }
  /** A file of the project that does not exist. */
  | { readonly kind: 'missing' };

/** Resolves an import specifier in the module at the absolute path `importer`. */
export type ResolveSpecifier = (specifier: string, importer: string) => Resolution;

export const FRAMEWORK = 'framework';

export function createResolver(
  files: SourceFiles,
  mapSpecifier: ProjectSettings['mapSpecifier'],
): ResolveSpecifier {
  const scopeOf = createPackageScopes(files);
  const findLink = createLinkFinder(files);
  const identify = createIdentities(files);
  const packages = createFrameworkPackages(files);

  const resolvePath = (path: string): Resolution => {
    const location = resolveFile(path, files.isFile);
    const found = location === undefined ? undefined : identify(location);
    if (found === undefined)
      return isDeclared(path) ? { kind: 'asset', path } : { kind: 'missing' };
    if (found.includes('/node_modules/') && !packages.holds(found))
      return { kind: 'package', specifier: found };
    const kind = fileKind(found);
    return { kind: kind === 'code' ? 'module' : kind === 'json' ? 'json' : 'asset', path: found };
  };

  /** Tells whether only a declaration file exists. In that case there is no code to follow, and the import is not an error. */
  const isDeclared = (path: string): boolean =>
    [`${path.replace(/\.[cm]?js$/, '')}.d.ts`, posix.join(path, 'index.d.ts')].some(files.isFile);

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
    const directory = posix.dirname(importer);
    const wanted = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
    // No package of the SDK is in a workspace or depends on this one.
    if (isBuiltin(specifier) || /^@(?:aws-sdk|smithy)\//.test(wanted))
      return { kind: 'package', specifier };
    const linked = findLink(wanted, directory) ?? packages.find(wanted, directory);
    if (linked !== undefined)
      return resolveLinked(linked, specifier, `.${specifier.slice(wanted.length)}`);
    return packages.isMissing(wanted, directory)
      ? { kind: 'package', specifier, isMissing: true }
      : { kind: 'package', specifier };
  };

  const resolveLinked = (linked: string, specifier: string, subpath: string): Resolution => {
    for (const path of linkedTargets(linked, subpath, scopeOf(linked))) {
      const found = resolvePath(path);
      if (found.kind !== 'missing' && !isDeclaration(found)) return found;
    }
    return linked.includes('/node_modules/')
      ? { kind: 'package', specifier }
      : { kind: 'package', specifier, unread: linked };
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

function isWithin(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}

/** Returns the paths to which an import of a linked package may refer, in order. The subpath is `.` or begins with `./`. */
function linkedTargets(
  directory: string,
  subpath: string,
  scope: PackageScope | undefined,
): readonly string[] {
  const own = scope?.directory === directory ? scope : undefined;
  if (own?.exports !== undefined) {
    const { exports } = own;
    const target = lookUpTarget(exports, subpath) ?? lookUpTarget(exports, subpath, REQUIRED);
    return target === undefined ? [] : [posix.join(directory, target)];
  }
  if (subpath !== '.') return [posix.join(directory, subpath)];
  return [...(own?.mains ?? []).map((main) => posix.join(directory, main)), `${directory}/`];
}

/** Tells whether only the types of a module are available, so that its calls are unknown. */
function isDeclaration(found: Resolution): boolean {
  return (
    found.kind === 'asset' && !/\.(?!d\.)[^./]+$/.test(found.path.replace(/\.d\.[cm]?ts$/, '.d.'))
  );
}

/** Maps every path of a file to the path that was used first. Links can give a file several paths. */
function createIdentities({ realPath }: SourceFiles): (path: string) => string {
  const paths = new Map<string, string>();
  return (path) => {
    const real = realPath?.(path) ?? path;
    const known = paths.get(real);
    if (known === undefined) paths.set(real, path);
    return known ?? path;
  };
}

// Installed packages that depend on this one may contain the blueprints and middleware of an application, so their modules are
// read like the project's own (docs/decisions/blueprints.md).

type FrameworkPackages = {
  /** Returns the folder of a package that a module in `directory` imports, if the package depends on this one. */
  readonly find: (name: string, directory: string) => string | undefined;
  readonly isMissing: (name: string, directory: string) => boolean;
  /** Tells whether a path is in a package that was found, but not in another package that is installed inside it. */
  readonly holds: (path: string) => boolean;
};

function createFrameworkPackages(files: SourceFiles): FrameworkPackages {
  const known = new Map<string, boolean | undefined>();
  const found = new Set<string>();
  const isOurs = (folder: string): boolean | undefined => {
    if (!known.has(folder)) known.set(folder, dependsOnFramework(files, folder));
    return known.get(folder);
  };
  const find = (name: string, directory: string): string | undefined => {
    const folder = posix.join(directory, 'node_modules', name);
    if (isOurs(folder) !== undefined) return folder;
    const parent = posix.dirname(directory);
    return parent === directory ? undefined : find(name, parent);
  };
  return {
    find: (name, directory) => {
      const folder = find(name, directory);
      if (folder === undefined || isOurs(folder) !== true) return undefined;
      found.add(folder);
      return folder;
    },
    isMissing: (name, directory) => find(name, directory) === undefined,
    holds: (path) => {
      const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
      return folder !== undefined && found.has(folder);
    },
  };
}

/** Tells whether a package depends on the framework; undefined if there is no such package. */
function dependsOnFramework(files: SourceFiles, folder: string): boolean | undefined {
  const text = files.readText(`${folder}/package.json`);
  if (text === undefined) return undefined;
  const { peerDependencies, dependencies } = mappingOf(parseJson(text));
  return [peerDependencies, dependencies].some((list) => FRAMEWORK in mappingOf(list));
}

// Finds packages for which `node_modules` has a link to a folder elsewhere, as workspaces do. Their source counts as the
// project's own. Packages in the pnpm store are inside a `node_modules` folder and count as ordinary packages.

/** Creates a function that returns the real path of a linked package that a module in `directory` imports. */
function createLinkFinder(
  files: SourceFiles,
): (name: string, directory: string) => string | undefined {
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
    // If `node_modules` itself is a link, the packages in it are ordinary ones.
    const holder = realPath(posix.join(directory, 'node_modules'));
    const isInstalled = real.includes('/node_modules/') || real === posix.join(holder, name);
    const found = isHere ? (isInstalled ? undefined : real) : above;
    known.set(folder, found);
    return found;
  };
  return find;
}
