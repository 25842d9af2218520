// V8's compiled code of an application, kept in `.framework/cache/compiled/` so that the next worker need not compile its
// packages again. Node.js 22.1 and later; an earlier one compiles each time.
import { readdirSync, rmSync } from 'node:fs';
import nodeModule from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The part of `node:module` that only newer versions of Node.js have (nodejs.org/api/module.html). */
type CompileCache = Pick<typeof nodeModule, 'createRequire'> & {
  readonly enableCompileCache?: (directory: string) => unknown;
  readonly flushCompileCache?: () => void;
};

/** Each bundle of a test has a name of its own, so the cache is cleared when it has more files than this. */
const MOST_FILES = 200;

/**
 * Begins to keep the compiled code of a module below `.framework`, given as a file URL. The returned function writes it to
 * the disk.
 */
export function keepCompiledCode(module: string): () => void {
  const { enableCompileCache, flushCompileCache }: CompileCache = nodeModule;
  const [root, ...rest] = fileURLToPath(module).split(`${sep}.framework${sep}`);
  if (!enableCompileCache || root === undefined || rest.length === 0) return () => undefined;
  // Compiled code from the cache makes V8's coverage less exact
  // (nodejs.org/api/module.html#limitations-of-the-compile-cache).
  if (process.env['NODE_V8_COVERAGE'] !== undefined) return () => undefined;
  const directory = join(root, '.framework', 'cache', 'compiled');
  if (filesIn(directory) > MOST_FILES) forget(directory);
  enableCompileCache(directory);
  return () => flushCompileCache?.();
}

/** Another worker may be writing there. Then a later worker clears the cache. */
function forget(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Without the cache the next worker only starts more slowly.
  }
}

function filesIn(directory: string): number {
  try {
    return readdirSync(directory, { recursive: true }).length;
  } catch {
    return 0; // The folder does not exist yet.
  }
}
