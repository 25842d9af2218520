// Formats values as text for the log and for `app.debug`, with stack traces that point into the user's source. Node's formatter
// and the source maps are loaded on first use, never during a cold start.
import type { SourceMap, SourceMapPayload } from 'node:module';

/** Returns text unchanged, and any other value in the format of `console.log`. Never throws. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return mapFrames(process.getBuiltinModule('node:util').inspect(value));
  } catch {
    return 'a value that cannot be shown';
  }
}

/** Converts a stack trace to point into the source instead of the bundle, if there is a source map. */
export function mapFrames(stack: string): string {
  return stack.replace(
    /(file:[^\s()]+):(\d+):(\d+)/g,
    (place, ...[file, line, column]: [string, string, string]) => {
      try {
        const map = (sourceMaps[file] ??= readSourceMap(file));
        const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
        if (!('originalSource' in entry)) return place;
        return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
      } catch {
        return place; // no map: keep the location in the bundle
      }
    },
  );
}

const sourceMaps: Record<string, SourceMap> = {};

/** Reads the source map next to a bundled file. */
function readSourceMap(file: string): SourceMap {
  const json = process.getBuiltinModule('node:fs').readFileSync(new URL(`${file}.map`), 'utf8');
  const payload = JSON.parse(json) as SourceMapPayload; // because our bundler wrote it
  return new (process.getBuiltinModule('node:module').SourceMap)(payload);
}
