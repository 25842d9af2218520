// Installed packages that are made for this one: they may hold blueprints and middleware of an application, so their modules are
// read as the project's own (docs/decisions/blueprints.md).
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { isMapping } from '../json-values.js';
import type { LinkedPackage } from './linked-package.js';
import type { SourceFiles } from './source-files.js';

export type FrameworkPackages = {
  /** The package that a specifier means in a module of a directory; undefined for any other package. */
  readonly find: (specifier: string, directory: string) => LinkedPackage | undefined;
  /** Whether no package of a specifier is installed for a module of a directory. */
  readonly isMissing: (specifier: string, directory: string) => boolean;
  /** Whether a path is in a package that was found, and not in one that is installed within it. */
  readonly holds: (path: string) => boolean;
};

export function createFrameworkPackages(files: SourceFiles): FrameworkPackages {
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
    find: (specifier, directory) => {
      if (isBuiltin(specifier)) return undefined;
      const name = nameOf(specifier);
      if (name === '' || isOfSdk(name)) return undefined;
      const folder = find(name, directory);
      if (folder === undefined || isOurs(folder) !== true) return undefined;
      found.add(folder);
      return { directory: folder, subpath: `.${specifier.slice(name.length)}` };
    },
    isMissing: (specifier, directory) => {
      const name = nameOf(specifier);
      return !isBuiltin(specifier) && !isOfSdk(name) && find(name, directory) === undefined;
    },
    holds: (path) => {
      const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
      return folder !== undefined && found.has(folder);
    },
  };
}

/** These are not looked up, because no package of the SDK names the framework. */
function isOfSdk(name: string): boolean {
  return name.startsWith('@aws-sdk/') || name.startsWith('@smithy/');
}

function nameOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
}

/** Undefined when no package is there. */
function dependsOnFramework(files: SourceFiles, folder: string): boolean | undefined {
  const text = files.readText(`${folder}/package.json`);
  if (text === undefined) return undefined;
  try {
    const manifest: unknown = JSON.parse(text);
    return (
      isMapping(manifest) &&
      [manifest['peerDependencies'], manifest['dependencies']].some(
        (list) => isMapping(list) && 'framework' in list,
      )
    );
  } catch {
    return false;
  }
}
