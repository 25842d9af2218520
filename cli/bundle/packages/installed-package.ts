// Reads packages that are installed in node_modules.
import { isMapping, mappingOf, parseJson, textOf, textsOf } from '../../../compiler/json-values.js';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The fields of package.json that we read. */
export type PackageManifest = {
  readonly name: string;
  readonly version: string;
  readonly isModule: boolean;
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  readonly optionalDependencies: readonly string[];
  readonly peerDependencies: readonly string[];
  readonly optionalPeers: readonly string[];
  /** The platforms where npm installs the package; `!linux` excludes one, and an empty list is any. */
  readonly os: readonly string[];
  readonly cpu: readonly string[];
  readonly libc: readonly string[];
  /** True when package.json says that native code is built or downloaded: `gypfile`, `binary`, `napi`. */
  readonly hasNativeField: boolean;
};

/** An installed package. */
export type InstalledPackage = {
  /** The name in imports, which differs from the package's own name with an npm alias. */
  readonly name: string;
  /** Real path. */
  readonly directory: string;
  readonly manifest: PackageManifest;
};

/** The package of a file in node_modules; undefined for any other file. */
export function packageOf(path: string): InstalledPackage | undefined {
  const match = IN_PACKAGE.exec(path);
  if (!match) return undefined;
  const [, folder = '', name = ''] = match;
  return openPackage(name.replace('\\', '/'), join(folder, name));
}

const IN_PACKAGE = /^(.*[\\/]node_modules[\\/])((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/;

/** Whether a package is this one. Functions run its runtime, which has no dependencies. */
export function isFramework({ manifest }: InstalledPackage): boolean {
  return manifest.name === 'framework';
}

/** The part of a path that leads to the package; undefined outside of node_modules. */
export function packageFolder(path: string): string | undefined {
  return IN_PACKAGE.exec(path)?.[0];
}

/** The package that `import name` finds from a folder, as Node.js looks for it. */
export function findPackage(name: string, from: string): InstalledPackage | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = openPackage(name, join(folder, 'node_modules', name));
    if (found || dirname(folder) === folder) return found;
  }
}

/** The name of the package in an import: `@scope/name` of `@scope/name/file.js`; undefined for a path or a built-in. */
export function packageName(specifier: string): string | undefined {
  if (/^(?:\.|\/|#|[A-Za-z]:|node:)/.test(specifier)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

function openPackage(name: string, directory: string): InstalledPackage | undefined {
  const file = join(directory, 'package.json');
  if (!existsSync(file)) return undefined;
  return { name, directory: realpathSync(directory), manifest: readManifest(file) };
}

/** esbuild reports the broken package.json of an imported package; here it counts as empty. */
function readManifest(file: string): PackageManifest {
  const json = mappingOf(parseJson(readFileSync(file, 'utf8')));
  const optionalDependencies = Object.keys(mappingOf(json['optionalDependencies']));
  const peersMeta = Object.entries(mappingOf(json['peerDependenciesMeta']));
  return {
    name: textOf(json['name']),
    version: textOf(json['version']),
    isModule: json['type'] === 'module',
    dependencies: Object.keys(mappingOf(json['dependencies'])).filter(
      (name) => !optionalDependencies.includes(name),
    ),
    devDependencies: Object.keys(mappingOf(json['devDependencies'])),
    optionalDependencies,
    peerDependencies: Object.keys(mappingOf(json['peerDependencies'])),
    optionalPeers: peersMeta
      .filter(([, meta]) => mappingOf(meta)['optional'] === true)
      .map(([name]) => name),
    os: textsOf(json['os']),
    cpu: textsOf(json['cpu']),
    libc: textsOf(json['libc']),
    hasNativeField:
      json['gypfile'] === true || isMapping(json['binary']) || isMapping(json['napi']),
  };
}

/** Tells whether a specifier looks like `@/lib/z`, `~/lib/z` or `~lib/z`. */
export function isAlias(specifier: string): boolean {
  return /^(?:@\/|~)/.test(specifier);
}
