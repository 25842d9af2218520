import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { elf, machO, portable } from '../../../test/bundle/fake-binaries.js';
import { platformText, readPlatform } from './copied-files.js';

test.each([
  ['linux x64', elf('x64')],
  ['linux arm64', elf('arm64')],
  ['linux arm64 (musl)', elf('arm64', 'musl')],
  ['darwin arm64', machO('arm64')],
  ['darwin x64 and arm64', machO('x64', 'arm64')],
  ['win32 x64', portable()],
])('tells that a file is for %s', (text, bytes) => {
  const platform = readPlatform(bytes);
  expect(platform && platformText(platform)).toBe(text);
});

test('tells what the running node is for', () => {
  const platform = readPlatform(readFileSync(process.execPath));
  expect(platform).toMatchObject({ os: process.platform, cpus: [process.arch] });
});

test.each([
  ['text', Buffer.from('module.exports = 1;'.padEnd(200))],
  ['a file shorter than any header', Buffer.from('\x7fELF', 'latin1')],
  [
    'a class file of Java',
    Buffer.concat([Buffer.from('cafebabe00000034', 'hex'), Buffer.alloc(99)]),
  ],
  ['a text that begins with MZ', Buffer.from('MZ'.padEnd(200, ' '))],
])('takes %s for no compiled code', (_, bytes) => {
  expect(readPlatform(bytes)).toBeUndefined();
});
