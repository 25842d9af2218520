// One line of the log for each request that Lambda serves, which `framework logs` shows as the head of a request. The
// duration and the memory are in a line of Lambda's own.
import type { ProxyEvent, ProxyResult } from './contract/proxy-event.js';

/** Writes the line once the answer has been handed over, so that it delays nothing. */
export function logRequest(
  { resource, path, httpMethod }: ProxyEvent,
  answer: Promise<ProxyResult>,
): void {
  answer.then(
    ({ statusCode }) =>
      setImmediate(() => {
        const line = { route: `${httpMethod} ${resource}`, path, status: statusCode };
        try {
          // Past `process.stdout`, which takes milliseconds to open.
          process.getBuiltinModule('node:fs').writeSync(1, `framework ${JSON.stringify(line)}\n`);
        } catch {
          // A log that is full or closed must not end the function.
        }
      }),
    // The caller gets the error. A second rejected promise that nobody awaits would end the process.
    () => undefined,
  );
}
