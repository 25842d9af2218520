// Reads from the first bytes of a compiled file which machine it is for: ELF (Linux), Mach-O (macOS) or PE (Windows).

/** The platform of a compiled file, in the words of npm's `os`, `cpu` and `libc`. */
export type BinaryPlatform = {
  readonly os: 'linux' | 'darwin' | 'win32';
  /** The processors; a universal file of macOS has several. */
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

/** Reads the platform; undefined when the file is no compiled code. */
export function readPlatform(bytes: Buffer): BinaryPlatform | undefined {
  if (bytes.length < 64) return undefined;
  const magic = bytes.readUInt32BE(0);
  if (magic === 0x7f454c46) return readElf(bytes);
  if (magic === 0xcffaedfe)
    return { os: 'darwin', cpus: [cpuName(MACH_CPUS, bytes.readUInt32LE(4))] };
  if (magic === 0xcafebabe) return readUniversal(bytes);
  return bytes.readUInt16BE(0) === 0x4d5a ? readPortable(bytes) : undefined;
}

/** The platform as messages write it: `linux arm64 (musl)`. */
export function platformText({ os, cpus, libc }: BinaryPlatform): string {
  return `${os} ${cpus.join(' and ')}${libc === 'musl' ? ' (musl)' : ''}`;
}

/** Finds the C library by its file name, which is in the string table of everything linked with it. */
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
  // A class file of Java begins with the same bytes, followed by a version that is always larger.
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
