// The environment variables of a stage as far as they can be told, even of a file with problems: without them, every
// `process.env.NAME` in the source would be reported as a second problem.
import { entryOf } from './lookup.js';
import type { LoadedConfig } from './load-config.js';

/** Variables of the API function of the stage; entries that are not strings are left out. */
export function stageEnvironment(
  { config, file }: LoadedConfig,
  stage: string,
): Readonly<Record<string, string>> {
  if (config) return config.apiHandler.environmentVariables;
  const value = mappingOf(file?.value);
  const own = mappingOf(entryOf(mappingOf(value['stages']), stage));
  return {
    ...stringsOf(value['environment_variables']),
    ...stringsOf(own['environment_variables']),
  };
}

function mappingOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function stringsOf(value: unknown): Record<string, string> {
  const entries = Object.entries(mappingOf(value));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
