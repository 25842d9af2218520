// Determines from the files of a package whether an import is certain to resolve.
import { isBuiltin } from 'node:module';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { mappingOf, parseJson } from '../../../compiler/json-values.js';
import { lookUpTarget } from '../../../compiler/modules/package-scope.js';
import { resolveFile } from '../../../compiler/modules/candidate-files.js';
import { FRAMEWORK } from '../../../compiler/modules/resolve-specifier.js';
import { hasWord } from '../../../transformers/used-names.js';
import { readText } from '../../project/disk.js';
import type { ProjectFiles } from '../../project/project-files.js';
import { packageName } from './installed-package.js';

/** An import, with the real path of the folder that contains the importing file. */
type From = { readonly specifier: string; readonly folder: string };

export type PackageLooks = {
  readonly hasFile: (from: From) => boolean;
  /** Returns false if the package is certain to have no export with that name. */
  readonly mayExport: (from: From, name: string) => boolean;
};

/** The maximum number of files that are read to find one name. */
const MOST_FILES = 500;

/** Creates the lookup, which reads each package once. */
export function lookAtPackages(files: ProjectFiles): PackageLooks {
  const known = new Map<string, string | undefined>();
  const find = ({ specifier, folder }: From): string | undefined => {
    const key = `${folder} ${specifier}`;
    if (!known.has(key)) known.set(key, findFile(files, { specifier, folder }));
    return known.get(key);
  };
  return {
    hasFile: (from) => isOurs(from.specifier) || find(from) !== undefined,
    mayExport: (from, name) => {
      if (isOurs(from.specifier)) return true;
      const open = [find(from)];
      const seen = new Set(open);
      for (const path of open) {
        if (path === undefined || seen.size > MOST_FILES) return true;
        const text = files.readText(path) ?? '';
        if (isCommonJs(path, text) || hasWord(text, name)) return true;
        const others = starExports(text).map((specifier) =>
          find({ specifier, folder: realpathSync(dirname(path)) }),
        );
        for (const other of others) {
          if (!seen.has(other)) open.push(other);
          seen.add(other);
        }
      }
      return false;
    },
  };
}

/** Returns true for modules that the bundler resolves without a file and that every bundle can import. */
function isOurs(specifier: string): boolean {
  return specifier === FRAMEWORK || isBuiltin(specifier) || specifier.startsWith('node:');
}

function findFile(files: ProjectFiles, { specifier, folder }: From): string | undefined {
  if (specifier.startsWith('/')) return resolveFile(specifier, files.isFile);
  const name = packageName(specifier);
  if (name === undefined) return resolveFile(join(folder, specifier), files.isFile);
  for (let above = folder; ; above = dirname(above)) {
    const directory = join(above, 'node_modules', name);
    if (existsSync(directory)) return findInPackage(files, directory, specifier.slice(name.length));
    if (dirname(above) === above) return undefined;
  }
}

function findInPackage(files: ProjectFiles, directory: string, path: string): string | undefined {
  const { exports, module, main } = readManifest(join(directory, 'package.json'));
  if (exports !== undefined && exports !== null) {
    const target = lookUpTarget(exports, `.${path}`);
    const file = target === undefined ? undefined : join(directory, target);
    return file !== undefined && files.isFile(file) ? file : undefined;
  }
  if (path !== '') return resolveFile(join(directory, path), files.isFile);
  const mains = [module, main].filter((field) => typeof field === 'string');
  return [...mains, 'index']
    .map((field) => resolveFile(join(directory, field), files.isFile))
    .find((file) => file !== undefined);
}

type Manifest = { readonly exports?: unknown; readonly module?: unknown; readonly main?: unknown };

/** Reads package.json. Treats an invalid one as empty, because esbuild reports it. */
function readManifest(path: string): Manifest {
  return mappingOf(parseJson(readText(path) ?? ''));
}

/** Returns true for CommonJS, whose exports are known only at run time. */
function isCommonJs(path: string, text: string): boolean {
  return !['.mjs', '.ts', '.mts'].includes(extname(path)) && !/(?:^|[;}\s])export\b/.test(text);
}

function starExports(text: string): string[] {
  return [...text.matchAll(/\bexport\s*\*\s*from\s*(["'])(.+?)\1/g)].map(
    ([, , specifier = '']) => specifier,
  );
}
