// Computes a key for everything that the result of a type-aware linter depends on: the text of a file, and of every file that
// it imports, directly or through others.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';

/** Texts by path relative to the root of the repository, with `/`. */
export type Texts = ReadonlyMap<string, string>;

/** Returns a key for each file, which changes with the file, with any file that it reaches, and with `shared`. */
export function fileKeys(texts: Texts, shared: readonly string[]): ReadonlyMap<string, string> {
  const hashes = new Map([...texts].map(([path, text]) => [path, hashOf([text])]));
  const imports = new Map([...texts].map(([path, text]) => [path, importsOf(path, text, texts)]));
  const common = hashOf(shared);
  return new Map(
    [...texts.keys()].map((path) => {
      const reached = [...reachedFrom(path, imports)].toSorted();
      return [
        path,
        hashOf([common, path, ...reached.map((one) => `${one} ${hashes.get(one) ?? ''}`)]),
      ];
    }),
  );
}

function reachedFrom(
  path: string,
  imports: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const reached = new Set([path]);
  // A set also iterates over elements that are added during the iteration.
  for (const one of reached) for (const next of imports.get(one) ?? []) reached.add(next);
  return reached;
}

/** Matches `from './a.js'`, `import './a.js'`, `import('./a.js')`. A false match only costs a lookup. */
const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

function importsOf(path: string, text: string, texts: Texts): readonly string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, name = '']) => {
    const target = posix.join(posix.dirname(path), name);
    return [target, target.replace(/\.js$/, '.ts')].filter((one) => texts.has(one));
  });
}

function hashOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url');
}
