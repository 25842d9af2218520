import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describe as describeValue, mapFrames } from './error-text.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'framework error text '));
});
afterAll(() => rm(directory, { recursive: true }));

const SOURCE = `
// a line that goes away
export function fail(): never {
  throw new TypeError('what happened');
}
`;

/** Writes a bundle of SOURCE and its source map; returns the stack of its error. */
async function stackOf(name: string, map?: string): Promise<string> {
  const file = join(directory, `${name}.mjs`);
  const built = await transform(SOURCE, {
    loader: 'ts',
    minify: true,
    sourcemap: 'external',
    sourcefile: 'views/cities.ts',
  });
  await writeFile(file, built.code);
  await writeFile(`${file}.map`, map ?? built.map);
  const url = JSON.stringify(pathToFileURL(file).href);
  const code = `try { (await import(${url})).fail(); } catch (error) { console.log(error.stack); }`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code]);
  return stdout;
}

/** Returns the first location in a stack. */
function firstFrame(stack: string): string {
  return stack.split('\n')[1]?.trim() ?? '';
}

it('a stack points into the source, as the source map names it', async () => {
  const stack = mapFrames(await stackOf('mapped'));
  expect(firstFrame(stack)).toBe('at Module.fail (views/cities.ts:4:9)');
});

it.each([
  ['is not JSON', '{'],
  ['is no source map', '{}'],
  ['has no mappings', '{"version":3,"sources":[],"names":[],"mappings":""}'],
])('a stack stays as it is when the map %s', async (name, map) => {
  const stack = await stackOf(name.replaceAll(' ', '-'), map);
  expect(mapFrames(stack)).toBe(stack);
});

it('a stack stays as it is when there is no map', () => {
  const stack = 'Error: x\n    at a (file:///nowhere/index.mjs:1:2)\n    at node:internal/x:1:2';
  expect(mapFrames(stack)).toBe(stack);
});

it('values are shown as console.log shows them', () => {
  expect(describeValue('text')).toBe('text');
  expect([null, undefined, 1n, { a: [1] }].map(describeValue)).toEqual([
    'null',
    'undefined',
    '1n',
    '{ a: [ 1 ] }',
  ]);
});
