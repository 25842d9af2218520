// Guesses from the source text which modules will be read, so that other threads can parse them in the meantime. A wrong guess
// only costs time: it reports nothing, and a module that was not guessed is read when it is needed.
import type { ResolveSpecifier } from './resolve-specifier.js';

export type ReadAhead = {
  /** The path of the entry file. */
  readonly entry: string;
  readonly resolve: ResolveSpecifier;
  readonly readText: (path: string) => string | undefined;
  readonly read: (path: string, text: string) => Promise<void>;
};

type Waiting = {
  readonly path: string;
  /** True if only types are imported from the module. */
  readonly isForTypes: boolean;
};

/** Reads the modules that an entry reaches. */
export async function readAhead({ entry, resolve, readText, read }: ReadAhead): Promise<void> {
  const seen = new Set([entry]);
  const waiting: Waiting[] = [{ path: entry, isForTypes: false }];
  const running = new Set<Promise<void>>();
  const start = ({ path, isForTypes }: Waiting): void => {
    const text = readText(path);
    if (text === undefined) return;
    const readsTypes = isForTypes || HAS_INPUT.test(text);
    for (const { specifier, isOfType } of importsOf(text)) {
      if (isOfType && !readsTypes) continue;
      const target = resolve(specifier, path);
      if (target.kind !== 'module' || seen.has(target.path)) continue;
      seen.add(target.path);
      waiting.push({ path: target.path, isForTypes: isOfType });
    }
    // If a module cannot be read, it fails again when it is needed, and is reported there.
    const task = read(path, text)
      .catch(() => undefined)
      .finally(() => running.delete(task));
    running.add(task);
  };
  const next = (): Waiting | undefined => (running.size < MOST ? waiting.shift() : undefined);
  do {
    for (let location = next(); location; location = next()) start(location);
    if (running.size > 0) await Promise.race(running);
  } while (running.size > 0 || waiting.length > 0);
}

/** The number of parser threads. Two threads already parse faster than the main thread can read their results. */
const MOST = 2;

/** Matches a parameter with the name of an input, because the compiler reads its type. */
const HAS_INPUT = /\b(?:body|query|headers)\??\s*:/;

const IMPORT =
  /\b(?:import|export)\b(?<type>\s+type\b(?!\s*(?:,|from\b)))?(?:[^'"`;]{0,2000}?\bfrom)?\s*(?:'(?<single>[^'\n]+)'|"(?<double>[^"\n]+)")/g;

type Import = { readonly specifier: string; readonly isOfType: boolean };

function importsOf(text: string): readonly Import[] {
  return [...text.matchAll(IMPORT)].flatMap(({ groups = {} }) => {
    const { type, single, double } = groups;
    const specifier = single ?? double;
    return specifier === undefined ? [] : [{ specifier, isOfType: type !== undefined }];
  });
}
