// Anything that can be thrown, as text for the terminal.
import { inspect } from 'node:util';

/** The stack with its causes; for what is not an error, how it looks. */
export function traceOf(error: unknown): string {
  return error instanceof Error ? inspect(error) : `Uncaught ${inspect(error)}`;
}
