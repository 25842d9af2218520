// Places in the bundle, replaced by those in the source. The runtime does it for the errors that it sees; what ends a
// function without it, at import for example, or what the application prints itself, is left as Node wrote it.
import { SourceMap, type SourceMapPayload } from 'node:module';

/** A folder has a limit, so that a line of a hundred thousand slashes takes no longer than another. */
const PLACE = /(?:file:)?\/[^\s()'"]{0,200}\/index\.mjs:(\d+):(\d+)/g;
/** The runtime of Lambda has a file of the same name. */
const FOREIGN = /\/(?:var\/runtime|node_modules)\//;

/** True when the text names a place in a deployed bundle. */
export function hasFrames(text: string): boolean {
  if (!text.includes('/index.mjs:')) return false;
  return (text.match(PLACE) ?? []).some((place) => !FOREIGN.test(place));
}

/** Replaces the places that the map knows. */
export function mapFrames(text: string, map: SourceMap): string {
  return text.replace(PLACE, (place, line: string, column: string) => {
    if (FOREIGN.test(place)) return place;
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** The JSON of a map that our bundler wrote; undefined when it is none. */
export function readSourceMap(json: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(json) as SourceMapPayload); // because it is looked at only through SourceMap
  } catch {
    return undefined;
  }
}
