// Declarations of packages, which no test changes, are parsed and bound once for all programs of a worker that read them alike.
import { join } from 'node:path';
import type ts from 'typescript';
import type { TypeScript } from '../../transformers/typescript/app-place.js';

const REPOSITORY = join(import.meta.dirname, '../..').replaceAll('\\', '/');

/** What several programs of a worker read; what only one reads is not kept for the others. */
const FOLDERS = [
  'node_modules/typescript/',
  'node_modules/typescript-5.9/',
  'node_modules/@types/',
  'node_modules/undici-types/',
  'node_modules/valibot/',
  'node_modules/zod/',
  'dist/types/',
].map((folder) => `${REPOSITORY}/${folder}`);

type Sources = Map<string, ts.SourceFile | undefined>;

/** By compiler. */
const known = new Map<string, Sources>();

/**
 * Changes a host so that its programs share what they read of packages. No option of a program changes how a declaration file is
 * parsed and bound, but the module format that its `package.json` gives it does.
 */
export function shareDeclarations(ts: TypeScript, host: ts.CompilerHost): void {
  const sources: Sources = known.get(ts.version) ?? new Map<string, ts.SourceFile | undefined>();
  known.set(ts.version, sources);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, format, ...rest) => {
    if (!path.endsWith('.d.ts') || !FOLDERS.some((folder) => path.startsWith(folder)))
      return read(path, format, ...rest);
    const { impliedNodeFormat, jsDocParsingMode } = typeof format === 'object' ? format : {};
    const key = [path, impliedNodeFormat, jsDocParsingMode].join(' ');
    if (!sources.has(key)) sources.set(key, read(path, format, ...rest));
    return sources.get(key);
  };
}
