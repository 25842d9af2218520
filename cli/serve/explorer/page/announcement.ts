// Announces a new state of the server to screen readers. An announcement replaces the previous one, which may be about a
// response, so a state without news for the user is not announced.
import type { ExplorerState } from '../explorer-document.js';

/** Returns the text; undefined if there is nothing to announce. `last` is undefined if the page has just been opened. */
export function announcementOf(
  last: ExplorerState | undefined,
  next: ExplorerState,
): string | undefined {
  // The server also sends a state when it has finished describing the build that the page already shows.
  if (last?.kind === next.kind && last.build === next.build) return undefined;
  if (next.kind === 'broken') {
    const errors = next.problems.filter(({ severity }) => severity === 'error').length;
    return `The application has ${errors} error${errors === 1 ? '' : 's'}.`;
  }
  if (next.kind === 'serving' && last && last.build !== next.build)
    return 'The application was reloaded.';
  return undefined;
}
