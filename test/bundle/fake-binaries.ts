// Compiled files that consist only of a header, one for each platform that a package may contain code for.

const SIZE = 128;

/** Creates a shared object for Linux. */
export function elf(cpu: 'x64' | 'arm64', libc: 'glibc' | 'musl' = 'glibc'): Buffer {
  const bytes = Buffer.alloc(SIZE);
  bytes.write('\x7fELF', 'latin1');
  bytes.set([2, 1, 1], 4);
  bytes.writeUInt16LE(3, 16);
  bytes.writeUInt16LE(cpu === 'x64' ? 0x3e : 0xb7, 18);
  bytes.write(libc === 'musl' ? 'libc.musl-x86_64.so.1' : 'libc.so.6', 64, 'latin1');
  return bytes;
}

/** Creates a macOS bundle; with two processors, it is a universal file. */
export function machO(...cpus: readonly ('x64' | 'arm64')[]): Buffer {
  const codes = cpus.map((cpu) => (cpu === 'x64' ? 0x01000007 : 0x0100000c));
  const bytes = Buffer.alloc(SIZE);
  if (codes.length === 1) {
    bytes.writeUInt32BE(0xcffaedfe, 0);
    bytes.writeUInt32LE(codes[0] ?? 0, 4);
    return bytes;
  }
  bytes.writeUInt32BE(0xcafebabe, 0);
  bytes.writeUInt32BE(codes.length, 4);
  codes.forEach((code, index) => bytes.writeUInt32BE(code, 8 + 20 * index));
  return bytes;
}

/** Creates a Windows library. */
export function portable(): Buffer {
  const bytes = Buffer.alloc(SIZE);
  bytes.write('MZ', 'latin1');
  bytes.writeUInt32LE(64, 0x3c);
  bytes.write('PE\0\0', 64, 'latin1');
  bytes.writeUInt16LE(0x8664, 68);
  return bytes;
}
