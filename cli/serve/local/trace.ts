// Turns a thrown value into text for the terminal.
import { inspect } from 'node:util';

/** The stack of an error with its causes, without frames of loading; any other value as `console.log` shows it. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return `Uncaught ${inspect(error)}`;
  return inspect(error)
    .split('\n')
    .filter((line) => !LOADING.test(line))
    .join('\n');
}

const LOADING = /^\s+at .*(?:node:internal\/(?:modules|process)\/|\/cli\/worker\.js)/;
