// The path of a route, taken apart once although several rules, the manifest and the binder ask for it.
import { parsePath, type ParsedPath } from '../../runtime/contract/paths.js';

const PARSED = new Map<string, ParsedPath>();

/** More paths than any application has; a process that runs for days does not keep them all. */
const MOST_PATHS = 10_000;

/** {@link parsePath}, remembered. */
export function parseRoutePath(path: string): ParsedPath {
  let parsed = PARSED.get(path);
  if (!parsed) {
    if (PARSED.size >= MOST_PATHS) PARSED.clear();
    parsed = parsePath(path);
    PARSED.set(path, parsed);
  }
  return parsed;
}

/** The capture names of a valid route path, in the order they stand in it. */
export function routeCaptures(path: string): readonly string[] {
  return parseRoutePath(path).segments.flatMap((segment) =>
    segment.kind === 'capture' ? [segment.name] : [],
  );
}
