// One log line for each request that Lambda serves, which `framework logs` shows as the head of a request. Lambda logs
// duration and memory in a line of its own.
import type { ProxyEvent, ProxyResult } from './contract/proxy-event.js';

/** Writes the line after the response was passed on, so that it delays nothing. */
export function logRequest(
  { resource, path, httpMethod }: ProxyEvent,
  answer: Promise<ProxyResult>,
): void {
  answer.then(
    ({ statusCode }) =>
      setImmediate(() => {
        const line = { route: `${httpMethod} ${resource}`, path, status: statusCode };
        try {
          // Not `process.stdout`, which takes milliseconds to open.
          process.getBuiltinModule('node:fs').writeSync(1, `framework ${JSON.stringify(line)}\n`);
        } catch {
          // A full or closed log must not end the function.
        }
      }),
    // The caller gets the error. A second rejected promise would end the process, because nothing awaits it.
    () => undefined,
  );
}
