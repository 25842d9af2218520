// Runs `framework export` as somebody who has no credentials and no region.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../cli/commands/registry.js';
import { runProgram } from '../../cli/program/program.js';
import { isMapping, type Mapping } from '../../compiler/json-values.js';
import type { ExitCode } from '../../cli/program/command.js';

export type ExportRun = {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
};

/** `line`: what follows `framework export`; words, where one has a space in it. */
export async function runExport(line: string | readonly string[], cwd: string): Promise<ExportRun> {
  const text = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (piece: string) => {
      text[name] += piece;
    },
    isTty: false,
    width: undefined,
    hasColor: false,
    hasUnicode: true,
  });
  const exitCode = await runProgram({
    commands,
    argv: ['export', ...(typeof line === 'string' ? line.split(' ') : line)],
    workingDirectory: cwd,
    environment: {},
    terminal: {
      out: stream('out'),
      err: stream('err'),
      canAsk: false,
      askYesOrNo: () => Promise.resolve(undefined),
    },
    signal: new AbortController().signal,
  });
  return { exitCode, ...text };
}

/** A value inside of JSON, by names and indexes. */
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
