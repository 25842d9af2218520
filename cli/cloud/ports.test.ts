// No file outside the folder of the services refers to one by name, except the table of ports.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('./', import.meta.url));
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[^.]+\.ts$/.test(file),
);

function textOf(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}

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
