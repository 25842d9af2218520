// Every fixture of the compiler that is an application, and the example, exported: in copies, and for a runtime that the tools
// at hand know.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMapping } from '../../compiler/json-mapping.js';
import { compileFixture, FIXTURES, fixtureNames } from '../support/compiler-fixtures.js';
import { temporaryProject } from '../support/temporary-project.js';
import { runExport } from './exports.js';

const EXAMPLE = 'example-app';
const REPOSITORY = join(import.meta.dirname, '../..');

/** Those that cannot be bundled, because what they import is not installed, or that have nothing to deploy. */
const OTHERS: readonly string[] = ['legacy-decorators', 'middleware', 'no-routes'];

export type FixtureExports = {
  /** A folder for each is in it. */
  readonly folder: string;
  readonly names: readonly string[];
  /** What was refused, with the message. */
  readonly refused: readonly string[];
};

export async function exportFixtures(
  format: 'terraform' | 'cloudformation',
): Promise<FixtureExports> {
  const folder = temporaryProject({});
  const sound = fixtureNames().filter(
    (name) =>
      !OTHERS.includes(name) &&
      compileFixture(name).diagnostics.every(({ severity }) => severity !== 'error'),
  );
  const names = [EXAMPLE, ...sound];
  const refused: string[] = [];
  for (const name of names) {
    const source = name === EXAMPLE ? join(REPOSITORY, EXAMPLE) : join(FIXTURES, name);
    const copy = join(temporaryProject({}), 'app');
    cpSync(source, copy, { recursive: true, filter: (path) => !path.includes('node_modules') });
    setRuntime(copy);
    const { exitCode, err } = await runExport(
      `--format ${format} --out ${join(folder, name)}`,
      copy,
    );
    if (exitCode !== 0) refused.push(`${name}: ${err}`);
  }
  return { folder, names, refused };
}

function setRuntime(directory: string): void {
  const file = join(directory, '.framework/config.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{"version":"2.0"}';
  const config: unknown = JSON.parse(text);
  const changed = { ...(isMapping(config) ? config : {}), runtime: 'nodejs22.x' };
  mkdirSync(join(directory, '.framework'), { recursive: true });
  writeFileSync(file, JSON.stringify(changed));
}
