// Lists the files of copied packages, without compiled code for other platforms.
import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import { nativeForOther, nativeNotBuilt } from '../bundle-catalogue.js';
import type { TargetPlatform } from '../bundle-target.js';
import { listTree, type PackageFile } from '../file-tree.js';
import { type BinaryPlatform, platformText, readPlatform } from './binary-header.js';
import { isFramework } from './installed-package.js';
import { isFor, mustBeCompiled } from './native-markers.js';
import type { PlacedPackage } from './package-closure.js';

export type CopiedFiles = {
  readonly files: readonly PackageFile[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Folders that are left out: dependencies are placed separately, and the others are leftovers of compilers. */
const SKIPPED = new Set(['node_modules', '.git', 'obj.target', '.deps']);

const RUNTIME = /^\/dist\/runtime\/(?!bundled\.).*\.js$/;

/** Lists the files of a package for all targets, or all files without a target. */
export function listPackage(
  { package: installed, path, at }: PlacedPackage,
  targets: readonly TargetPlatform[],
): CopiedFiles {
  const tree = listTree(installed.directory, { path, skips: (name) => SKIPPED.has(name) });
  if (isFramework(installed)) {
    const isRun = (file: string): boolean =>
      file === `${path}/package.json` || RUNTIME.test(file.slice(path.length));
    return { ...tree, files: tree.files.filter((file) => isRun(file.path)) };
  }
  if (targets.length === 0) return tree;
  const binaries = new Map(
    tree.files.flatMap((file) => {
      const platform = platformOf(file);
      return platform ? [[file, platform] as const] : [];
    }),
  );
  const addons = [...binaries].filter(([file]) => file.path.endsWith('.node'));
  const files = tree.files.filter((file) => {
    const platform = binaries.get(file);
    return platform === undefined || targets.some((target) => runsOn(platform, target));
  });
  const diagnostics = [...tree.diagnostics];
  const found = [...new Set(addons.map(([, platform]) => platformText(platform)))].join(', ');
  for (const target of addons.length === 0 ? [] : targets) {
    const isFine = addons.some(([, platform]) => runsOn(platform, target));
    // Code for another processor is in a package of its own.
    if (isFine || !isFor(installed.manifest, [target])) continue;
    diagnostics.push(diagnose(nativeForOther, { name: installed.name, ...target, found }, { at }));
  }
  if (addons.length === 0 && mustBeCompiled(installed.directory)) {
    diagnostics.push(diagnose(nativeNotBuilt, { name: installed.name }, { at }));
  }
  return { files, diagnostics };
}

/** Tells whether compiled code runs on a platform. */
export function runsOn({ os, cpus, libc }: BinaryPlatform, target: TargetPlatform): boolean {
  return os === target.os && cpus.includes(target.cpu) && (libc ?? target.libc) === target.libc;
}

/** The platform of a file that may be compiled code, by its name or because it is executable. */
function platformOf({ path, isExecutable, content }: PackageFile): BinaryPlatform | undefined {
  const name = path.split('/').at(-1) ?? '';
  const mayBeBinary =
    /\.(?:node|so|dylib|dll|exe)\b/.test(name) || (isExecutable && !name.includes('.'));
  return mayBeBinary && content.kind === 'copy'
    ? readPlatform(readFileSync(content.from))
    : undefined;
}
