// Anything that can be thrown, as text for the terminal.
import { inspect } from 'node:util';

/** The stack with its causes, without the frames of loading; for what is not an error, how it looks. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return `Uncaught ${inspect(error)}`;
  return inspect(error)
    .split('\n')
    .filter((line) => !LOADING.test(line))
    .join('\n');
}

const LOADING = /^\s+at .*(?:node:internal\/(?:modules|process)\/|\/cli\/worker\.js)/;
