// Runs `framework export` without credentials and without a region.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMapping, type Mapping } from '../../compiler/json-values.js';
import { runHere } from '../support/run-here.js';
import type { RunResult } from '../support/run.js';

export type ExportRun = {
  readonly exitCode: RunResult['exitCode'];
  readonly out: string;
  readonly err: string;
};

/**
 * Runs an export. `line` is the rest of the command after `framework export`; pass a list of words if one of them contains a
 * space.
 */
export async function runExport(line: string | readonly string[], cwd: string): Promise<ExportRun> {
  const words = typeof line === 'string' ? line.split(' ') : line;
  const { exitCode, stdout, stderr } = await runHere(['export', ...words], {
    cwd,
    hasOnlyEnvironment: true,
  });
  return { exitCode, out: stdout, err: stderr };
}

/** Returns a value inside JSON, given a path of names and indexes. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((one, name) => {
    if (Array.isArray(one)) return one[Number(name)];
    return isMapping(one) && Object.hasOwn(one, name) ? one[name] : undefined;
  }, value);
}

export function mappingIn(value: unknown, ...path: readonly (string | number)[]): Mapping {
  const found = at(value, ...path);
  return isMapping(found) ? found : {};
}

export function readJson(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}
