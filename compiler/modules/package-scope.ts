// Finds the package that a module belongs to: the nearest package.json in its directory or above, with its `imports` and
// `exports` (nodejs.org/api/packages.html).
import { isMapping, mappingOf, parseJson } from '../json-values.js';
import { posix } from 'node:path';
import type { SourceFiles } from './source-files.js';

export type PackageScope = {
  readonly directory: string;
  readonly name: string | undefined;
  readonly imports: unknown;
  readonly exports: unknown;
  /** The files that `module` and `main` name, in the order in which the bundler tries them. */
  readonly mains: readonly string[];
};

export function createPackageScopes(
  files: SourceFiles,
): (directory: string) => PackageScope | undefined {
  const known = new Map<string, PackageScope | undefined>();
  const find = (directory: string): PackageScope | undefined => {
    if (known.has(directory)) return known.get(directory);
    const parent = posix.dirname(directory);
    const scope = readScope(files, directory) ?? (parent === directory ? undefined : find(parent));
    known.set(directory, scope);
    return scope;
  };
  return find;
}

/** Reads a package.json. A broken file counts as empty, because npm and the bundler already report it. */
function readScope(files: SourceFiles, directory: string): PackageScope | undefined {
  const text = files.readText(posix.join(directory, 'package.json'));
  if (text === undefined) return undefined;
  const content = mappingOf(parseJson(text));
  const name = typeof content['name'] === 'string' ? content['name'] : undefined;
  const mains = [content['module'], content['main']].filter((main) => typeof main === 'string');
  return { directory, name, imports: content['imports'], exports: content['exports'], mains };
}

/** The conditions that apply to an import that is bundled for Node.js. */
const IMPORTED: Conditions = new Set(['import', 'module', 'node', 'default']);

export const REQUIRED: Conditions = new Set(['require', 'module', 'node', 'default']);

type Conditions = ReadonlySet<string>;

/** Returns the target of a name (`#x`, `.`, `./x`) in `imports` or `exports`, including patterns with `*`. */
export function lookUpTarget(
  map: unknown,
  name: string,
  conditions: Conditions = IMPORTED,
): string | undefined {
  const table =
    isMapping(map) && Object.keys(map).some((key) => /^[#.]/.test(key)) ? map : { '.': map };
  if (name in table && !name.includes('*')) return chooseTarget(conditions, table[name], '');
  let best: { readonly key: string; readonly matched: string } | undefined;
  for (const key of Object.keys(table)) {
    const matched = matchPattern(key, name);
    if (matched !== undefined && (!best || key.indexOf('*') > best.key.indexOf('*'))) {
      best = { key, matched };
    }
  }
  return best && chooseTarget(conditions, table[best.key], best.matched);
}

function matchPattern(pattern: string, name: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star < 0) return undefined;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  if (name.length < pattern.length || !name.startsWith(before) || !name.endsWith(after))
    return undefined;
  return name.slice(before.length, name.length - after.length);
}

/** Follows conditions in source order, and chooses the first usable entry in a list. */
function chooseTarget(
  conditions: Conditions,
  target: unknown,
  matched: string,
): string | undefined {
  if (typeof target === 'string') return target.replaceAll('*', matched);
  const choices: readonly unknown[] = Array.isArray(target)
    ? target
    : isMapping(target)
      ? Object.entries(target).flatMap(([key, value]) => (conditions.has(key) ? [value] : []))
      : [];
  for (const choice of choices) {
    const chosen = chooseTarget(conditions, choice, matched);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}
