// The screen reader announcement of a new state of the server. Each announcement replaces the previous one, which may be that
// of a response, so a state without news for people gets none.
import type { ExplorerState } from '../explorer-document.js';

/** The text; undefined when there is nothing to announce. `last` is undefined when the page has just been opened. */
export function announcementOf(
  last: ExplorerState | undefined,
  next: ExplorerState,
): string | undefined {
  // The server also tells that it has described the build that the page shows.
  if (last?.kind === next.kind && last.build === next.build) return undefined;
  if (next.kind === 'broken') {
    const errors = next.problems.filter(({ severity }) => severity === 'error').length;
    return `The application has ${errors} error${errors === 1 ? '' : 's'}.`;
  }
  if (next.kind === 'serving' && last && last.build !== next.build)
    return 'The application was reloaded.';
  return undefined;
}
