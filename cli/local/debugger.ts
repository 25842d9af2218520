// `--inspect`: opens Node's inspector. A debugger that attaches sees the thread of the application as a target of its own,
// and the source map of the bundle places breakpoints in the TypeScript source.
import inspector from 'node:inspector';

const DEFAULT_PORT = 9229;

/** The address a debugger attaches to; another port when the usual one is taken. Prints it, as Node does. */
export function openDebugger(): string | undefined {
  inspector.open(DEFAULT_PORT, '127.0.0.1');
  if (inspector.url() === undefined) inspector.open(0, '127.0.0.1');
  return inspector.url();
}

/** Sends attached debuggers away. */
export function closeDebugger(): void {
  inspector.close();
}
