// What `framework invoke` calls, according to its arguments.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CommandInput } from '../../program/command.js';
import { readCall } from './call-options.js';

const directory = mkdtempSync(join(tmpdir(), 'framework-test-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const stream = { write: () => undefined, isTty: false, width: 80, hasColor: false } as const;

function read(options: CommandInput['options'], name?: string, standardInput = '') {
  const input: CommandInput = {
    positionals: { name },
    options,
    projectDirectory: directory,
    workingDirectory: directory,
    terminal: {
      out: { ...stream, hasUnicode: true },
      err: { ...stream, hasUnicode: true },
      canAsk: false,
      askYesOrNo: () => Promise.resolve(undefined),
    },
    environment: {},
    signal: new AbortController().signal,
    runOther: () => Promise.reject(new Error('no command runs another here')),
  };
  return readCall(input, () => Promise.resolve(Buffer.from(standardInput, 'latin1')));
}

const BYTES = Buffer.from([0x01, 0xff, 0x00, 0xfe]);

test('a body from a file is sent byte by byte', async () => {
  writeFileSync(join(directory, 'photo.bin'), BYTES);
  expect(await read({ path: '/photos', 'body-file': 'photo.bin' })).toMatchObject({
    call: { method: 'POST', body: BYTES },
  });
});

test('a body from standard input is sent byte by byte', async () => {
  const options = { path: '/photos', body: '-' };
  expect(await read(options, undefined, BYTES.toString('latin1'))).toMatchObject({
    call: { body: BYTES },
  });
});

test('standard input without anything is told as empty', async () => {
  expect(await read({ payload: '-' }, 'resize')).toMatchObject({
    diagnostics: [{ message: 'The payload of standard input is not JSON: it is empty.' }],
  });
});

test('a payload file may begin with a byte order mark', async () => {
  writeFileSync(join(directory, 'event.json'), '\ufeff{"width": 7}');
  expect(await read({ 'payload-file': 'event.json' }, 'resize')).toMatchObject({
    call: { payload: '{"width": 7}' },
  });
});

test('a sample takes the place of a payload, for a function on this machine', async () => {
  expect(await read({ sample: true, local: true }, 'order')).toEqual({
    kind: 'call',
    call: { kind: 'function', name: 'order', payload: undefined },
  });
  const misuse = (message: string): object => ({ kind: 'misuse', message });
  expect(await read({ sample: true, local: true, payload: '{}' }, 'order')).toEqual(
    misuse('`--sample` replaces the payload: remove one of the two.'),
  );
  expect(await read({ sample: true, local: true, path: '/' })).toEqual(
    misuse('`--sample` is for lambda functions.'),
  );
  expect(await read({ sample: true }, 'order')).toEqual(
    misuse('`--sample` needs `--local`: a deployed function receives the events of its sources.'),
  );
});
