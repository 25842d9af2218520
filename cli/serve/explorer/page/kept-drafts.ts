// Keeps what was typed over a reload of the page, in its tab.
import type { Draft } from './draft.js';

const KEY = 'drafts';

type Drafts = Readonly<Record<string, Draft>>;

export function keepDrafts(drafts: Drafts): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // No room, or no storage in this browser: the page goes on without.
  }
}

export function keptDrafts(): Drafts {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Drafts; // because `keepDrafts` wrote it
  } catch {
    return {};
  }
}
