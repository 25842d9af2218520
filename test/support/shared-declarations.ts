// Declarations of packages, which no test changes, are parsed and bound once for all programs of a worker that read them alike.
import { join } from 'node:path';
import type ts from 'typescript';
import type { TypeScript } from '../../transformers/typescript/typescript-program.js';

const REPOSITORY = join(import.meta.dirname, '../..').replaceAll('\\', '/');
const FOLDERS = [`${REPOSITORY}/node_modules/`, `${REPOSITORY}/dist/types/`];

/** How many kinds of options are remembered: each has the library and the types of Node.js. */
const MOST_KINDS = 2;

type Sources = Map<string, ts.SourceFile | undefined>;

/** By compiler and by what options say of the reading of a file, the last used at the end. */
const kinds = new Map<string, Sources>();

/** Changes a host so that its programs share what they read of packages. */
export function shareDeclarations(
  ts: TypeScript,
  host: ts.CompilerHost,
  options: ts.CompilerOptions,
): void {
  const sources = sourcesFor(ts, options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, format, ...rest) => {
    if (!path.endsWith('.d.ts') || !FOLDERS.some((folder) => path.startsWith(folder)))
      return read(path, format, ...rest);
    const how = typeof format === 'object' ? format : { languageVersion: format };
    const { languageVersion, impliedNodeFormat, jsDocParsingMode } = how;
    const key = [path, languageVersion, impliedNodeFormat, jsDocParsingMode].join(' ');
    if (!sources.has(key)) sources.set(key, read(path, format, ...rest));
    return sources.get(key);
  };
}

function sourcesFor(ts: TypeScript, options: ts.CompilerOptions): Sources {
  // What the language service of an editor shares by.
  const ofOptions = String(ts.createDocumentRegistry().getKeyForCompilationSettings(options));
  const kind = `${ts.version} ${ofOptions}`;
  const sources = kinds.get(kind) ?? new Map<string, ts.SourceFile | undefined>();
  kinds.delete(kind);
  kinds.set(kind, sources);
  const [oldest = kind] = kinds.keys();
  if (kinds.size > MOST_KINDS) kinds.delete(oldest);
  return sources;
}
