// The outcome of a call for people: the result for stdout, what was printed and what went wrong for stderr.
import { indentedJson } from '../../../compiler/json-values.js';
import { renderLine } from '../logs/request-block.js';
import type { InvokeOutcome, Measured } from './outcome.js';

export type ShownOutcome = { readonly answer: string; readonly conversation: string };

/** Renders an outcome; each part ends in a line end or is empty. */
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
