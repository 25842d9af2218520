// Every service that a file adds to the port has a row in the table, and no other file in the folder refers to a service by
// name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PORTS } from './ports.js';

const FOLDER = fileURLToPath(new URL('./', import.meta.url));
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[^.]+\.ts$/.test(file),
);

function textOf(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}

test('every property of the port is opened', () => {
  const declared = FILES.flatMap((file) =>
    [...textOf(file).matchAll(/interface CloudCalls \{\s+readonly (\w+):/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(PORTS.map(({ name }) => name).toSorted()).toEqual(declared.toSorted());
});

test('a service with a folder stands outside it in the list of ports alone', () => {
  const folders = [...new Set(FILES.flatMap((file) => file.split('/').slice(0, -1)))];
  expect(folders.length).toBeGreaterThan(0);
  const known = folders.flatMap((folder) =>
    FILES.filter(
      (file) => !file.startsWith(`${folder}/`) && textOf(file).includes(`/${folder}/`),
    ).map((file) => `${folder} in ${file}`),
  );
  expect(known.toSorted()).toEqual(folders.map((folder) => `${folder} in ports.ts`).toSorted());
});
