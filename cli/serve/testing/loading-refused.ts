// The error of a test whose application could not be loaded.
import type { WorkerEnd } from '../local/worker-link.js';
import { RefusedByApp } from './outcome.js';

/** The time that Lambda gives for loading a function, in milliseconds. */
export const LOADING_TIMEOUT = 10_000;

/** `end` is undefined when it took too long; `memorySize` is in MB. */
export function loadingRefused(end: WorkerEnd | undefined, memorySize: number): RefusedByApp {
  const message = describeLoading(end, memorySize);
  const trace = end !== undefined && 'trace' in end ? end.trace : undefined;
  const name = 'AppNotLoaded';
  if (trace === undefined) return new RefusedByApp({ name, message });
  return new RefusedByApp({ name, message, stack: `${name}: ${message}\n${trace}` });
}

function describeLoading(end: WorkerEnd | undefined, memorySize: number): string {
  switch (end?.kind) {
    case undefined:
      return `The application did not finish loading within ${LOADING_TIMEOUT / 1000} s: a loop or a top-level await of it does not end.`;
    case 'broken':
      return `The application threw while it was loaded: ${firstLine(end.trace)}`;
    case 'uncaught':
      return `An error that nothing caught ended the application while it was loaded: ${firstLine(end.trace)}`;
    case 'exit':
      return `The application ended itself with exit code ${end.code} while it was loaded.`;
    case 'killed':
      return `The application was ended by ${end.signal} while it was loaded.`;
    case 'out-of-memory':
      return `The application used more than the ${memorySize} MB of its lambda_memory_size while it was loaded.`;
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
