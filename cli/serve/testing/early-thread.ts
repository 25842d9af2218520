// Starts the thread of the application that a test opens first, before the compiler is loaded. The thread reads the kept
// code of packages while the application is compiled and bundled (docs/decisions/spare-worker.md).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { readPreviousImports } from '../../bundle/dependencies/previous-imports.js';
import { openSpare, type Spare } from '../local/spare-worker.js';
import { startThread } from '../local/thread-link.js';
import type { LinkEvents, LinkOptions, WorkerLink } from '../local/worker-link.js';

/** The built program of a thread, relative to this file in the build. */
export const WORKER: URL = new URL('../cli/worker.js', import.meta.url);

/** The options of a thread, and the modules that it reads at its start. */
export type ThreadRequest = LinkOptions & { readonly reads: readonly string[] };

let early: (Spare & { readonly reads: readonly string[] }) | undefined;

/**
 * Starts the thread. It needs the memory limit of the application, which is known when the application was opened before.
 */
export function startEarlyThread(directory: string): void {
  const heapLimit = readHeapLimit(directory);
  if (heapLimit === undefined) return;
  const options = { script: WORKER, environment: { ...process.env }, heapLimit };
  const reads = readsOf(directory);
  const made = openSpare(startThread, options, () => {
    if (early?.link === made.link) early = undefined;
  });
  early = { ...made, reads };
  made.link.post({ kind: 'prepare', modules: reads });
}

/** Gives the started thread to the application that it fits. For any other application a new thread is started. */
export function startNextThread(request: ThreadRequest, events: LinkEvents): WorkerLink {
  const ready = early;
  if (!ready || !isFit(ready, request)) return startThread(request, events);
  early = undefined;
  ready.giveTo(events);
  const { post } = ready.link;
  const changes = changesOf(ready.options.environment, request.environment);
  return {
    ...ready.link,
    post: (message) => {
      if (message.kind !== 'load') {
        post(message);
        return;
      }
      const { setup } = message;
      post({
        kind: 'load',
        setup: { ...setup, environment: { ...changes, ...setup.environment } },
      });
    },
  };
}

/** Ends the thread when no application has taken it. */
export function dropEarlyThread(): void {
  void early?.link.terminate();
  early = undefined;
}

/** Remembers the options for the next thread of this project. */
export function rememberThread(directory: string, heapLimit: number): void {
  if (readHeapLimit(directory) === heapLimit) return;
  const file = fileOf(directory);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ heapLimit }));
  } catch {
    // Without the file, the next test starts more slowly.
  }
}

/** The packages that the project's last bundle loaded. The next bundle probably loads the same. */
export function readsOf(directory: string): readonly string[] {
  const last = readPreviousImports(directory);
  return last ? [pathToFileURL(last.entry).href] : [];
}

function isFit({ options, reads }: NonNullable<typeof early>, request: ThreadRequest): boolean {
  const changed = Object.keys(changesOf(options.environment, request.environment));
  return (
    options.heapLimit === request.heapLimit &&
    reads.join() === request.reads.join() &&
    // Node.js reads these variables when a thread starts, so they cannot be changed later.
    !changed.some((name) => name.startsWith('NODE_'))
  );
}

type Environment = LinkOptions['environment'];

/** The variables that differ; undefined for one that is removed. */
function changesOf(before: Environment, after: Environment): Environment {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

function readHeapLimit(directory: string): number | undefined {
  try {
    const last: unknown = JSON.parse(readFileSync(fileOf(directory), 'utf8'));
    const isLast = typeof last === 'object' && last !== null && 'heapLimit' in last;
    return isLast && typeof last.heapLimit === 'number' ? last.heapLimit : undefined;
  } catch {
    return undefined;
  }
}

function fileOf(directory: string): string {
  return join(directory, '.framework/cache/tested.json');
}
