// Reads packages that are installed in node_modules.
import { isMapping, mappingOf, parseJson, textOf, textsOf } from '../../../compiler/json-values.js';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type PackageManifest = {
  readonly name: string;
  readonly version: string;
  readonly isModule: boolean;
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  readonly optionalDependencies: readonly string[];
  readonly peerDependencies: readonly string[];
  readonly optionalPeers: readonly string[];
  /** The platforms on which npm installs the package. `!linux` excludes a platform, and an empty list allows any. */
  readonly os: readonly string[];
  readonly cpu: readonly string[];
  readonly libc: readonly string[];
  /** True if package.json declares that native code is built or downloaded: `gypfile`, `binary` or `napi`. */
  readonly hasNativeField: boolean;
};

export type InstalledPackage = {
  /** The name in imports. With an npm alias, it differs from the package's own name. */
  readonly name: string;
  /** Real path. */
  readonly directory: string;
  readonly manifest: PackageManifest;
};

/** Returns the package of a file in node_modules; undefined for any other file. */
export function packageOf(path: string): InstalledPackage | undefined {
  const match = IN_PACKAGE.exec(path);
  if (!match) return undefined;
  const [, folder = '', name = ''] = match;
  return openPackage(name.replace('\\', '/'), join(folder, name));
}

const IN_PACKAGE = /^(.*[\\/]node_modules[\\/])((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/;

/** Returns true if the package is `framework` itself. Functions use its runtime, which has no dependencies. */
export function isFramework({ manifest }: InstalledPackage): boolean {
  return manifest.name === 'framework';
}

/** Returns undefined for a path outside node_modules. */
export function packageFolder(path: string): string | undefined {
  return IN_PACKAGE.exec(path)?.[0];
}

/** Returns the package that `import name` resolves to from a folder, found as Node.js does. */
export function findPackage(name: string, from: string): InstalledPackage | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = openPackage(name, join(folder, 'node_modules', name));
    if (found || dirname(folder) === folder) return found;
  }
}

/** Returns for example `@scope/name` for `@scope/name/file.js`; undefined for a path or a built-in module. */
export function packageName(specifier: string): string | undefined {
  if (/^(?:\.|\/|#|[A-Za-z]:|node:)/.test(specifier)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

function openPackage(name: string, directory: string): InstalledPackage | undefined {
  const file = join(directory, 'package.json');
  if (!existsSync(file)) return undefined;
  return { name, directory: realpathSync(directory), manifest: readManifest(file) };
}

/** Treats an invalid package.json as empty, because esbuild reports it when the package is imported. */
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

/** Returns true if a specifier looks like `@/lib/z`, `~/lib/z` or `~lib/z`. */
export function isAlias(specifier: string): boolean {
  return /^(?:@\/|~)/.test(specifier);
}
