// Shows the steps of a command, and reports those that failed.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { CloudError } from '../cloud/cloud-error.js';
import type { Cloud } from '../cloud/cloud.js';
import { cloudExitCode, explainCloudError } from '../cloud/explain-cloud-error.js';
import { type CommandInput, ExitCode, isGiven } from '../program/command.js';
import {
  doingText,
  doneText,
  failedText,
  type RunOptions,
  type StepEvent,
  type StepFailure,
  type StepsResult,
  stoppedText,
  todoText,
  type Unfinished,
} from '../ship/stage/run-steps.js';
import { createStepList, type StepList, type WaitNotices } from '../terminal/step-list.js';
import type { TextStream } from '../terminal/terminal.js';
import { report } from './failure.js';

export type ShownSteps = { readonly onEvent: (event: StepEvent) => void; readonly list: StepList };

/** Returns stdout, or stderr if stdout is used for a document. */
export function progressStream(input: CommandInput): TextStream {
  const { out, err } = input.terminal;
  return isGiven(input, 'json') ? err : out;
}

/** Shows steps, and what they are waiting for, on a stream while they run. */
export function showSteps(stream: TextStream, notices?: WaitNotices): ShownSteps {
  const list = createStepList(stream);
  const end = notices?.through(list.say);
  return {
    list: {
      ...list,
      close: () => {
        end?.();
        list.close();
      },
    },
    onEvent: ({ kind, id, label }) => {
      if (kind === 'started') list.begin(id, doingText(label));
      else if (kind === 'nothing') list.drop(id);
      else list.end(id, kind, END_TEXTS[kind](label));
    },
  };
}

export function showRun(
  input: CommandInput,
  notices: WaitNotices,
  run: (options: RunOptions) => Promise<StepsResult>,
): Promise<StepsResult> {
  const { list, onEvent } = showSteps(progressStream(input), notices);
  return run({ signal: input.signal, onEvent }).finally(list.close);
}

const END_TEXTS = { done: doneText, failed: failedText, stopped: stoppedText } as const;

/** Removes duplicates, because several steps may fail for the same reason. */
export function explainFailures(
  failures: readonly StepFailure[],
  cloud: Cloud,
): readonly Diagnostic[] {
  const all = failures.map(({ problem }) =>
    problem instanceof CloudError ? explainCloudError(problem, cloud) : problem,
  );
  return [...new Map(all.map((one) => [`${one.code} ${one.message}`, one])).values()];
}

export function sayDeclined({ terminal }: CommandInput, consent: 'no' | 'gave-up'): ExitCode {
  terminal.err.write('Nothing was changed.\n');
  return consent === 'no' ? ExitCode.diagnostics : ExitCode.interrupted;
}

function sayInterrupted(input: CommandInput, rest: Unfinished, command: string): ExitCode {
  const { err } = input.terminal;
  const { done, stopped, left } = rest;
  const open = [...stopped, ...left].map(todoText);
  err.write(
    done.length + stopped.length === 0
      ? 'Interrupted. Nothing was changed.\n'
      : `Interrupted. Not done: ${open.join(', ')}.\nRun \`${command}\` again to finish.\n`,
  );
  return ExitCode.interrupted;
}

function sayFailed(
  input: CommandInput,
  rest: Unfinished,
  { diagnostics, command }: Ending,
): ExitCode {
  report(input, diagnostics);
  const open = [...rest.stopped, ...rest.left].map(todoText);
  const notBegun = open.length > 0 ? `Not done: ${open.join(', ')}.\n` : '';
  const again =
    rest.done.length > 0 ? `Completed steps are kept; run \`${command}\` again to finish.\n` : '';
  input.terminal.err.write(`${notBegun}${again}`);
  return cloudExitCode();
}

export type Ending = {
  readonly result: StepsResult;
  readonly diagnostics: readonly Diagnostic[];
  /** The command that continues the remaining work. */
  readonly command: string;
};

export function sayResult(input: CommandInput, ending: Ending): ExitCode {
  const { result } = ending;
  switch (result.kind) {
    case 'failed':
      return sayFailed(input, result, ending);
    case 'interrupted':
      return sayInterrupted(input, result, ending.command);
    case 'done':
      return ExitCode.ok;
  }
}
