// The size limit of a role's inline policies: 10,240 characters, without white space.
import { EVERYTHING, type Grant } from './merged-grants.js';

export const INLINE_LIMIT = 10_240;

/** The length of a document for the limit. */
export function sizeOf(document: unknown): number {
  return JSON.stringify(document).length;
}

export type Shortened = {
  readonly grants: readonly Grant[];
  /** The actions that were widened to `*`, in order. */
  readonly collapsed: readonly string[];
};

/**
 * Makes the actions with the longest lists of resources `*`, one list after the other, until `fits` says that the document
 * is short enough, or nothing is left to shorten.
 */
export function shorten(
  grants: readonly Grant[],
  fits: (grants: readonly Grant[]) => boolean,
): Shortened {
  let current = grants;
  const collapsed: string[] = [];
  while (!fits(current)) {
    const longest = longestList(current);
    if (longest === undefined) break;
    current = current.map((grant) => {
      if (grant.resources.join() !== longest) return grant;
      collapsed.push(grant.action);
      return { ...grant, resources: EVERYTHING };
    });
  }
  return { grants: current, collapsed };
}

function longestList(grants: readonly Grant[]): string | undefined {
  return grants
    .filter(({ because, resources }) => resources[0] !== '*' && because[0]?.kind === 'use')
    .map(({ resources }) => resources.join())
    .toSorted((left, right) => right.length - left.length)[0];
}
