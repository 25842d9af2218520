// Replaces places in the bundle by places in the source. The runtime maps the errors that it handles. Stacks that
// Node.js or the application prints, at import for example, are mapped here.
import { SourceMap, type SourceMapPayload } from 'node:module';

/**
 * The folder is limited to 200 characters, so that a line with a hundred thousand slashes is still matched in linear
 * time.
 */
const PLACE = /(?:file:)?\/[^\s()'"]{0,200}\/index\.mjs:(\d+):(\d+)/g;
/** The runtime of Lambda has an `index.mjs` of its own. */
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

/** Parses a source map of our bundler; undefined when the text is none. */
export function readSourceMap(json: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(json) as SourceMapPayload); // because it is looked at only through SourceMap
  } catch {
    return undefined;
  }
}
