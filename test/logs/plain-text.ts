// Runs a command against a cloud for tests, on a screen or in a pipe, and lets the test see what is printed as it comes.
import { runProgram } from '../../cli/program/program.js';
import { commands } from '../../cli/commands/registry.js';
import type { ExitCode } from '../../cli/program/command.js';
import type { TestCloud } from '../cloud/test-cloud.js';

export type RunSettings = {
  readonly cwd: string;
  readonly cloud: TestCloud;
  readonly isScreen?: boolean;
  readonly signal?: AbortSignal;
  /** Sees all of stdout and stderr so far, after each piece. */
  readonly onText?: (text: { readonly out: string; readonly err: string }) => void;
};

export type CommandRun = {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
  /** `lambda:Invoke`, in order. */
  readonly calls: readonly string[];
};

/** Runs `framework` with these arguments. */
export async function run(argv: readonly string[], settings: RunSettings): Promise<CommandRun> {
  const { cwd, cloud, isScreen = false, signal = new AbortController().signal } = settings;
  const text = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (piece: string) => {
      text[name] += piece;
      settings.onText?.(text);
    },
    isTty: isScreen,
    width: undefined,
    hasColor: false,
    hasUnicode: true,
  });
  const before = cloud.calls().length;
  const exitCode = await runProgram({
    commands,
    argv,
    workingDirectory: cwd,
    environment: cloud.environment,
    terminal: { out: stream('out'), err: stream('err'), canAsk: false },
    signal,
  });
  const calls = cloud.calls().slice(before);
  return { exitCode, ...text, calls: calls.map((call) => `${call.service}:${call.operation}`) };
}

/** What differs from run to run, in words. */
export function plain(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+Z)?/g, 'TIME')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/TIME [0-9a-f]{8} /g, 'TIME ID ')
    .replaceAll(/\d+(?:\.\d+)? m?s\b/g, 'N ms')
    .replaceAll(/\d+ of 128 MB/g, 'N of 128 MB')
    .replaceAll(/ at [\w$]\.(?=\w+ \()/g, ' at V.') // a minified class
    .replaceAll(/^.* at .*(?:node:|file:|framework:).*\n/gm, '');
}
