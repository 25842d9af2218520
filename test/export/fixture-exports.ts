// Exports fixtures of the compiler that are applications, and the example: from copies, and for a runtime that the installed
// tools support.
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMapping } from '../../compiler/json-values.js';
import { compileFixture, FIXTURES, fixtureNames } from '../support/compiler-fixtures.js';
import { sampleOf } from '../support/sample.js';
import { temporaryProject } from '../support/temporary-project.js';
import { writeEventApp } from './event-app.js';
import { runExport } from './exports.js';

const EXAMPLE = 'example-app';
const REPOSITORY = join(import.meta.dirname, '../..');

/**
 * Fixtures that cannot be bundled because their imports are not installed, that have nothing to deploy, that use variables which
 * no stage sets, or whose bucket notifications an export rejects; `event-app.ts` covers event sources.
 */
const OTHERS: readonly string[] = [
  'legacy-decorators',
  'middleware',
  'no-routes',
  'sources-of-events',
  'blueprint-sources',
  'resources',
];

type App = { readonly name: string; readonly files: (directory: string) => void };

export type FixtureExports = {
  /** Contains one folder for each application. */
  readonly folder: string;
  readonly names: readonly string[];
  /** The exports that were rejected, with the message. */
  readonly refused: readonly string[];
};

export async function exportFixtures(
  format: 'terraform' | 'cloudformation',
): Promise<FixtureExports> {
  const folder = temporaryProject({});
  const drawn = sampleOf(`exports for ${format}`, fixtureNames(), 16);
  const sound = drawn.filter(
    (name) =>
      !OTHERS.includes(name) &&
      compileFixture(name).diagnostics.every(({ severity }) => severity !== 'error'),
  );
  const apps: readonly App[] = [
    { name: EXAMPLE, files: copyOf(join(REPOSITORY, EXAMPLE)) },
    { name: 'event-app', files: writeEventApp },
    ...sound.map((name) => ({ name, files: copyOf(join(FIXTURES, name)) })),
  ];
  const names = apps.map(({ name }) => name);
  const refused: string[] = [];
  for (const { name, files } of apps) {
    const above = temporaryProject({});
    symlinkSync(join(REPOSITORY, 'node_modules'), join(above, 'node_modules'));
    const copy = join(above, 'app');
    files(copy);
    setRuntime(copy);
    const { exitCode, err } = await runExport(
      `--format ${format} --out ${join(folder, name)}`,
      copy,
    );
    if (exitCode !== 0) refused.push(`${name}: ${err}`);
  }
  return { folder, names, refused };
}

function copyOf(source: string): App['files'] {
  return (directory) => {
    const filter = (path: string): boolean => !path.startsWith(join(source, 'node_modules'));
    cpSync(source, directory, { recursive: true, filter });
  };
}

function setRuntime(directory: string): void {
  const file = join(directory, '.framework/config.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{"version":"2.0"}';
  const config: unknown = JSON.parse(text);
  const changed = { ...(isMapping(config) ? config : {}), runtime: 'nodejs22.x' };
  mkdirSync(join(directory, '.framework'), { recursive: true });
  writeFileSync(file, JSON.stringify(changed));
}
