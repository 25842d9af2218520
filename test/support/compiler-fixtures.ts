// The fixtures of the compiler: small applications in folders named after what they demonstrate.
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { openProject, type Project } from '../../cli/project/open-project.js';
import { compileApp } from '../../compiler/index.js';
import type { Compilation } from '../../compiler/compile-app.js';

export const FIXTURES: string = join(import.meta.dirname, '../fixtures/compiler');

/** The files that contain the expected results of a fixture. */
const EXPECTED: ReadonlySet<string> = new Set(['manifest.json', 'diagnostics.txt']);

export function fixtureNames(): string[] {
  return readdirSync(FIXTURES).filter((name) => statSync(join(FIXTURES, name)).isDirectory());
}

function openFixture(name: string): Project {
  const opened = openProject(join(FIXTURES, name));
  if ('project' in opened) return opened.project;
  throw new Error(`The fixture ${name} is no project`);
}

/** Compiles a fixture with the environment variables of its configuration, if it has one. */
export function compileFixture(name: string): Compilation {
  const { root, files, settings } = openFixture(name);
  const environment = environmentIn(files.readText(`${root}/.framework/config.json`));
  return compileApp({ root, files, settings, environment });
}

/** Returns the text of every file of a fixture except its expected results, by relative path. */
export function readFixture(name: string): Record<string, string> {
  const root = join(FIXTURES, name);
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !EXPECTED.has(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const { readText } = openFixture(name).files;
  return Object.fromEntries(paths.map((path) => [path, readText(join(root, path)) ?? '']));
}

/** Returns the environment variables of the stage `dev` in the text of a configuration file. */
export function environmentIn(text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined) return {};
  const config: unknown = JSON.parse(text);
  const stage = property(property(config, 'stages'), 'dev');
  const variables = property(stage, 'environment_variables');
  return Object.fromEntries(
    Object.entries(isObject(variables) ? variables : {}).map(([key, value]) => [
      key,
      String(value),
    ]),
  );
}

function property(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
