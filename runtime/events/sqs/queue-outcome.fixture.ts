// Observes what happens to the messages in a queue, for the tests of queue functions.
import { capturedOutput } from '../../../test/support/captured-output.js';

export const failed = (...ids: string[]): object => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

/** Returns what a handler returns or throws, and the log without stack frames. */
export async function outcome(run: Promise<unknown>): Promise<readonly [unknown, string]> {
  let given: unknown;
  const log = await capturedOutput(async () => {
    given = await run.catch((error: unknown) => error);
  });
  return [given, log.replaceAll(/\n +at .*/g, '')];
}
