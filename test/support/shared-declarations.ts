// Parses and binds the declarations in packages, which no test changes, once for all programs in a worker.
import { join } from 'node:path';
import type ts from 'typescript';
import type { TypeScript } from '../../transformers/typescript/app-place.js';

const REPOSITORY = join(import.meta.dirname, '../..').replaceAll('\\', '/');

/** Folders that several programs in a worker read. Files that only one program reads are not cached. */
const FOLDERS = [
  'node_modules/typescript/',
  'node_modules/typescript-5.9/',
  'node_modules/@types/',
  'node_modules/undici-types/',
  'node_modules/valibot/',
  'node_modules/zod/',
  'dist/types/',
].map((folder) => `${REPOSITORY}/${folder}`);

type ParsedFiles = Map<string, ts.SourceFile | undefined>;

/** The parsed files by compiler version. */
const known = new Map<string, ParsedFiles>();

/**
 * Changes a host so that its programs share what they read from packages. A program's options do not affect how a declaration
 * file is parsed and bound, except for the module format that its `package.json` defines.
 */
export function shareDeclarations(ts: TypeScript, host: ts.CompilerHost): void {
  const sources: ParsedFiles =
    known.get(ts.version) ?? new Map<string, ts.SourceFile | undefined>();
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
