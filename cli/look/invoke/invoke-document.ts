// The document printed by `framework invoke --json`.
import type { Call } from './call-options.js';
import type { InvokeOutcome, ShownAnswer, Measured } from './outcome.js';
import { indentedJson } from '../../../compiler/json-values.js';
import { renderLine } from '../logs/log-requests.js';

export type InvokeDocument = {
  readonly version: 1;
  readonly stage: string;
  readonly isLocal: boolean;
  /** The name of a lambda function, or a request such as `GET /cities/oslo`. */
  readonly called: string;
  readonly outcome: 'returned' | 'answered' | 'failed';
  /** The value that a lambda function returned. */
  readonly value?: unknown;
  /** The response from a view. */
  readonly answer?: ShownAnswer;
  readonly error?: { readonly type: string; readonly message: string; readonly trace: string };
  /** The printed lines; empty with `--local`, because they are then printed to stderr. */
  readonly log: readonly string[];
  /** Duration in milliseconds; null with `--local`. */
  readonly duration: number | null;
  /** Duration of the cold start in milliseconds; null if the start was not cold. */
  readonly initDuration: number | null;
  /** Memory in MB; null with `--local`. */
  readonly memorySize: number | null;
  readonly memoryUsed: number | null;
};

export type InvokeFacts = {
  readonly call: Call;
  readonly stage: string;
  readonly isLocal: boolean;
  readonly outcome: InvokeOutcome;
};

export function invokeDocument({ call, stage, isLocal, outcome }: InvokeFacts): InvokeDocument {
  const { result, log, measured } = outcome;
  return {
    version: 1,
    stage,
    isLocal,
    called: call.kind === 'function' ? call.name : `${call.method} ${call.target}`,
    outcome: result.kind,
    ...resultMembers(result),
    log,
    duration: measured?.duration ?? null,
    initDuration: measured?.initDuration ?? null,
    memorySize: measured?.memorySize ?? null,
    memoryUsed: measured?.memoryUsed ?? null,
  };
}

function resultMembers(
  result: InvokeOutcome['result'],
): Pick<InvokeDocument, 'value' | 'answer' | 'error'> {
  switch (result.kind) {
    case 'returned':
      return { value: result.value };
    case 'answered':
      return { answer: result.answer };
    case 'failed': {
      const { type, message, trace } = result;
      return { error: { type, message, trace } };
    }
  }
}

// The outcome of a call in human-readable form: the result for stdout, and printed text and errors for stderr.

type ShownOutcome = { readonly answer: string; readonly conversation: string };

/** Renders an outcome. Each part ends with a line break or is empty. */
export function renderOutcome(
  { result, log, measured }: InvokeOutcome,
  look: { readonly hasColor: boolean },
): ShownOutcome {
  const lines = log.map((text) => renderLine({ level: undefined, text }, look));
  const times = measured ? [timesOf(measured)] : [];
  switch (result.kind) {
    case 'failed': {
      const error = renderLine({ level: undefined, text: result.trace }, look);
      return { answer: '', conversation: joined([...lines, error, ...times]) };
    }
    case 'returned':
      return { answer: indentedJson(result.value), conversation: joined([...lines, ...times]) };
    case 'answered': {
      const { isBase64Encoded, ...answer } = result.answer;
      const shown = isBase64Encoded ? { ...answer, isBase64Encoded } : answer;
      return { answer: indentedJson(shown), conversation: joined([...lines, ...times]) };
    }
  }
}

function timesOf({ duration, initDuration, memoryUsed, memorySize }: Measured): string {
  const start = initDuration === undefined ? '' : `, cold start ${Math.round(initDuration)} ms`;
  return `${Math.round(duration)} ms${start}, ${memoryUsed} of ${memorySize} MB`;
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
