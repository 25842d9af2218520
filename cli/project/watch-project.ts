// Watches a project: one call when watching has begun, and one for every burst of changes in its directory.
import { relative } from 'node:path';
import { watch } from 'chokidar';
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { posixPath } from './disk.js';
import { cannotWatch } from './project-catalogue.js';

/** Folders whose files are made by tools, not by the user. */
const IGNORED =
  /(?:^|\/)(?:node_modules|\.git|dist|coverage|\.framework\/(?:build|cache|deployed))(?:\/|$)/;

/**
 * How long changes are collected: a save or a checkout touches several files. The watcher drops a second change of a
 * file within 50 ms of the first, so reading sooner could miss the end of a save.
 */
const QUIET_MILLISECONDS = 60;

export type WatchOptions = {
  /** Ends the watching. */
  readonly signal: AbortSignal;
  /** Receives absolute paths with forward slashes; none in the first call, when watching has begun. */
  readonly onChange: (paths: readonly string[]) => void;
};

/** Watches directories and files until the signal. Resolves then, or with the reason why they cannot be watched. */
export async function watchProject(
  paths: readonly [root: string, ...others: string[]],
  { signal, onChange }: WatchOptions,
): Promise<Diagnostic | undefined> {
  const [root] = paths;
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch([...paths], {
    ignoreInitial: true,
    ignored: (path) => IGNORED.test(posixPath(relative(root, path))),
  });
  watcher.on('ready', () => onChange([]));
  watcher.on('all', (_event, path) => {
    changed.add(posixPath(path));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const burst = [...changed];
      changed.clear();
      onChange(burst);
    }, QUIET_MILLISECONDS);
  });
  const failure = await new Promise<unknown>((done) => {
    watcher.on('error', done);
    if (signal.aborted) done(undefined);
    signal.addEventListener('abort', () => done(undefined), { once: true });
  });
  clearTimeout(timer);
  await watcher.close();
  if (failure === undefined) return undefined;
  const reason = failure instanceof Error ? failure.message : 'the system does not say why';
  return diagnose(cannotWatch, { reason });
}
