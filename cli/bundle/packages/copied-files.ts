// Lists the files of copied packages, without native code for other platforms.
import { readFileSync } from 'node:fs';
import { diagnose } from '../../../compiler/diagnostics/diagnostic.js';
import { nativeForOther, nativeNotBuilt } from '../bundle-catalogue.js';
import type { TargetPlatform } from '../bundle-target.js';
import { type FileTree, listTree, type PackageFile } from '../file-tree.js';
import { isFramework } from './installed-package.js';
import { isFor, mustBeCompiled, type PlacedPackage } from './package-closure.js';

/** Folders to omit: dependencies are placed separately, and the others are left over from compilers. */
const SKIPPED = new Set(['node_modules', '.git', 'obj.target', '.deps']);

const RUNTIME = /^\/dist\/runtime\/(?!bundled\.).*\.js$/;

/** Lists the files of a package for all targets, or all files if there is no target. */
export function listPackage(
  { package: installed, path, at }: PlacedPackage,
  targets: readonly TargetPlatform[],
): Omit<FileTree, 'folders'> {
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
  // In a package without an addon, check its programs and libraries instead. Otherwise a missing platform would go unnoticed.
  const natives = addons.length > 0 ? addons : [...binaries].filter(([, { os }]) => os === 'linux');
  const files = tree.files.filter((file) => {
    const platform = binaries.get(file);
    return platform === undefined || targets.some((target) => runsOn(platform, target));
  });
  const diagnostics = [...tree.diagnostics];
  const found = [...new Set(natives.map(([, platform]) => platformText(platform)))].join(', ');
  for (const target of natives.length === 0 ? [] : targets) {
    const isFine = natives.some(([, platform]) => runsOn(platform, target));
    // Code for a platform that package.json excludes is in another package.
    if (isFine || !isFor(installed.manifest, [target])) continue;
    diagnostics.push(diagnose(nativeForOther, { name: installed.name, ...target, found }, { at }));
  }
  if (addons.length === 0 && mustBeCompiled(installed.directory)) {
    diagnostics.push(diagnose(nativeNotBuilt, { name: installed.name }, { at }));
  }
  return { files, diagnostics };
}

export function runsOn({ os, cpus, libc }: BinaryPlatform, target: TargetPlatform): boolean {
  return os === target.os && cpus.includes(target.cpu) && (libc ?? target.libc) === target.libc;
}

/** Returns true if a file of the package is native code for Linux, which runs on only one processor architecture. */
export function isNative(file: PackageFile): boolean {
  return platformOf(file)?.os === 'linux';
}

/** Returns undefined if the file is not native code. */
export function readPlatform(bytes: Buffer): BinaryPlatform | undefined {
  if (bytes.length < 64) return undefined;
  const magic = bytes.readUInt32BE(0);
  if (magic === 0x7f454c46) return readElf(bytes);
  if (magic === 0xcffaedfe)
    return { os: 'darwin', cpus: [cpuName(MACH_CPUS, bytes.readUInt32LE(4))] };
  if (magic === 0xcafebabe) return readUniversal(bytes);
  return bytes.readUInt16BE(0) === 0x4d5a ? readPortable(bytes) : undefined;
}

/** Returns the platform as shown in messages: `linux arm64 (musl)`. */
export function platformText({ os, cpus, libc }: BinaryPlatform): string {
  return `${os} ${cpus.join(' and ')}${libc === 'musl' ? ' (musl)' : ''}`;
}

/** Reads only files whose name or mode shows that they may be native code. */
function platformOf({ path, isExecutable, content }: PackageFile): BinaryPlatform | undefined {
  const name = path.split('/').at(-1) ?? '';
  const mayBeBinary =
    /\.(?:node|so|dylib|dll|exe)\b/.test(name) || (isExecutable && !name.includes('.'));
  return mayBeBinary && content.kind === 'copy'
    ? readPlatform(readFileSync(content.from))
    : undefined;
}

// Reads the target platform of a compiled file from its first bytes: ELF (Linux), Mach-O (macOS) or PE (Windows).

/** The platform of a compiled file, in terms of npm's `os`, `cpu` and `libc`. */
type BinaryPlatform = {
  readonly os: 'linux' | 'darwin' | 'win32';
  /** The processor architectures. A universal macOS file has several. */
  readonly cpus: readonly string[];
  readonly libc?: 'glibc' | 'musl';
};

const ELF_MACHINES: Readonly<Record<number, string>> = {
  0x03: 'ia32',
  0x28: 'arm',
  0x3e: 'x64',
  0xb7: 'arm64',
  0xf3: 'riscv64',
};

const MACH_CPUS: Readonly<Record<number, string>> = { 0x01000007: 'x64', 0x0100000c: 'arm64' };

const PE_MACHINES: Readonly<Record<number, string>> = {
  0x014c: 'ia32',
  0x8664: 'x64',
  0xaa64: 'arm64',
};

/** Finds the C library by its file name, which the string table of every file linked with it contains. */
function readElf(bytes: Buffer): BinaryPlatform {
  const isLittleEndian = bytes[5] !== 2;
  const machine = isLittleEndian ? bytes.readUInt16LE(18) : bytes.readUInt16BE(18);
  return {
    os: 'linux',
    cpus: [cpuName(ELF_MACHINES, machine)],
    libc: bytes.includes('libc.musl-') ? 'musl' : 'glibc',
  };
}

function readUniversal(bytes: Buffer): BinaryPlatform | undefined {
  const count = bytes.readUInt32BE(4);
  // A Java class file starts with the same bytes, followed by a version number that is always larger.
  if (count > 20) return undefined;
  const offsets = Array.from({ length: count }, (_, index) => 8 + index * 20);
  const cpus = offsets
    .filter((offset) => offset + 4 <= bytes.length)
    .map((offset) => cpuName(MACH_CPUS, bytes.readUInt32BE(offset)));
  return { os: 'darwin', cpus };
}

function readPortable(bytes: Buffer): BinaryPlatform | undefined {
  const header = bytes.readUInt32LE(0x3c);
  if (header + 6 > bytes.length || bytes.readUInt32BE(header) !== 0x50450000) return undefined;
  return { os: 'win32', cpus: [cpuName(PE_MACHINES, bytes.readUInt16LE(header + 4))] };
}

function cpuName(names: Readonly<Record<number, string>>, value: number): string {
  return names[value] ?? `machine 0x${value.toString(16)}`;
}
