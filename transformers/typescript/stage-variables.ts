// Reads the environment variables of the stage, for `process.env.NAME` in route options
// (docs/decisions/static-values.md). `tsc` and the editor have no `--stage`, so they take `dev`. Mistakes in the file
// are reported by the commands.
import { mappingOf } from '../../compiler/json-values.js';
import type { SourceFiles } from '../../compiler/modules/source-files.js';
import type { TypeScript } from './typescript-program.js';

const STAGE = 'dev';

/** The environment variables of the stage; entries that are not strings are left out. */
export function stageVariables(
  ts: TypeScript,
  root: string,
  files: SourceFiles,
): Readonly<Record<string, string>> {
  const path = `${root}/.framework/config.json`;
  const text = files.readText(path);
  if (text === undefined) return {};
  const parsed: { readonly config?: unknown } = ts.parseConfigFileTextToJson(path, text);
  const stage = entryOf(entryOf(parsed.config, 'stages'), STAGE);
  return { ...variablesOf(parsed.config), ...variablesOf(stage) };
}

function variablesOf(scope: unknown): Record<string, string> {
  const entries = Object.entries(mappingOf(entryOf(scope, 'environment_variables')));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function entryOf(value: unknown, key: string): unknown {
  const mapping = mappingOf(value);
  return Object.hasOwn(mapping, key) ? mapping[key] : undefined;
}
