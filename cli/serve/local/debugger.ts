// `--inspect`: opens Node's inspector. A debugger that attaches sees the thread of the application as a target of its own,
// and the source map of the bundle places breakpoints in the TypeScript source.
import inspector from 'node:inspector';

const DEFAULT_PORT = 9229;

/**
 * Opens the inspector and returns the address for a debugger, on another port when the usual one is taken. Node.js
 * prints it.
 */
export function openDebugger(): string | undefined {
  inspector.open(DEFAULT_PORT, '127.0.0.1');
  if (inspector.url() === undefined) inspector.open(0, '127.0.0.1');
  return inspector.url();
}

/** Closes the inspector, which detaches debuggers. */
export function closeDebugger(): void {
  inspector.close();
}
