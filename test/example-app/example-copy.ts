// A copy of the example with its dependencies installed, as after `npm install`.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '../..');
const PACKAGES = [
  'vitest',
  'vite',
  '@types/node',
  'typescript',
  '@aws-sdk/client-dynamodb',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-dynamodb',
  'dynalite',
];

export type ExampleCopy = { readonly directory: string; readonly remove: () => void };

/** Copies the example's source, without its build output. */
export function copyExample(): ExampleCopy {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'framework-example-')));
  cpSync(join(REPOSITORY, 'example-app'), directory, {
    recursive: true,
    filter: (path) => !['node_modules', 'build', 'cache'].includes(basename(path)),
  });
  const links = [
    ['framework', REPOSITORY],
    ...PACKAGES.map((name) => [name, join(REPOSITORY, 'node_modules', name)]),
  ];
  for (const [name = '', target = ''] of links) {
    const path = join(directory, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path, 'dir');
  }
  return {
    directory,
    remove: () => {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
