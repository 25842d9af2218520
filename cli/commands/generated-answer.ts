// Outputs a file that is generated from the source: prints it to stdout, writes it to the file given with `--out`, or compares
// it with that file if `--check` is also given.
import {
  checkGenerated,
  writeGenerated,
  type CheckedFile,
} from '../author/describe/describe-project.js';
import { type CommandInput, ExitCode, isGiven, optionalText } from '../program/command.js';
import { refuseUsage } from '../program/usage-error.js';
import { fail } from './failure.js';

/** Rejects `--check` without `--out`. Returns undefined if the options are valid. */
export function checkWithoutFile(input: CommandInput, name: string): ExitCode | undefined {
  if (!isGiven(input, 'check') || optionalText(input, 'out') !== undefined) return undefined;
  const help = `framework ${name} --help`;
  const message = '`--check` needs `--out`, which names the file to check.';
  return refuseUsage(input.terminal, { message, help }, false);
}

export type Generated = {
  readonly name: string;
  readonly text: string;
  /** A description of the content, for example `15 operations`. */
  readonly contents: string;
  readonly isSame: CheckedFile['isSame'];
};

export function deliver(
  input: CommandInput,
  { name, text, contents, isSame }: Generated,
): ExitCode {
  const { terminal, workingDirectory } = input;
  const file = optionalText(input, 'out');
  if (file === undefined) {
    terminal.out.write(text);
    return ExitCode.ok;
  }
  const generated = { file, workingDirectory, text };
  if (!isGiven(input, 'check')) {
    const isNew = writeGenerated(generated);
    terminal.out.write(isNew ? `Wrote ${file} (${contents})\n` : `${file} is up to date.\n`);
    return ExitCode.ok;
  }
  const stage = optionalText(input, 'stage');
  const stageText = stage === undefined ? '' : ` --stage ${stage}`;
  const command = `framework ${name}${stageText} --out ${file}`;
  const problem = checkGenerated({ ...generated, command, isSame });
  if (problem) return fail(input, [problem]);
  terminal.out.write(`${file} is up to date.\n`);
  return ExitCode.ok;
}
