// Finds the sections of the documentation that are about some words. MiniSearch ranks them; an index of all pages takes less
// time than reading one from the disk would.
import MiniSearch from 'minisearch';
import { type DocPage, firstSentence, sectionsOf } from './pages.js';

/** A section that was found. */
export type FoundSection = {
  /** The name of its page: `guide/cors`. */
  readonly page: string;
  readonly title: string;
  /** Absent for the beginning of a page. */
  readonly section?: string;
  /** Its first sentence. */
  readonly sentence: string;
};

type Entry = FoundSection & { readonly id: number; readonly text: string };

/** At most so many sections are shown, and of one page. */
const SHOWN = 10;
const OF_ONE_PAGE = 2;

/**
 * Makes an index of the pages, and returns its search: the best sections for a query, best first, those with all of its words,
 * otherwise those with some.
 */
export function openSearch(pages: readonly DocPage[]): (query: string) => readonly FoundSection[] {
  const index = new MiniSearch<Entry>({
    fields: ['page', 'title', 'section', 'text'],
    storeFields: ['page', 'title', 'section', 'sentence'],
    extractField: (entry, field) => String(Reflect.get(entry, field) ?? ''),
    processTerm: (term) => stem(term.toLowerCase()),
  });
  index.addAll(pages.flatMap(entriesOf).map((entry, id) => ({ ...entry, id })));
  const search = (query: string, combineWith: 'AND' | 'OR') =>
    index.search(query, {
      combineWith,
      boost: { page: 3, title: 4, section: 3 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (_, __, stored) => weightOf(String(stored?.['page'])),
    });
  return (query) => {
    const all = search(query, 'AND');
    return best((all.length > 0 ? all : search(query, 'OR')).map(foundOf));
  };
}

function entriesOf(page: DocPage): Omit<Entry, 'id'>[] {
  const { name, title } = page;
  // What is wrong and what is right of an error belong together.
  const sections = name.startsWith('errors/')
    ? [{ heading: undefined, text: page.text.replace(/^# .*\n/, '').trim() }]
    : sectionsOf(page).filter(({ text }) => text !== '');
  return sections.map(({ heading, text }) => ({
    page: name,
    title,
    ...(heading !== undefined && { section: heading }),
    sentence: firstSentence(text),
    text,
  }));
}

/** `queues` is found by `queue`. */
function stem(term: string): string {
  return term.length > 3 ? term.replace(/(?<![su])s$/, '') : term;
}

/** Pages for who uses framework come before those of single members, of mistakes, and of who builds it. */
function weightOf(page: string): number {
  if (/^(?:guide|tutorial)/.test(page)) return 1;
  if (/^(?:reference|specification|from-)/.test(page)) return 0.6;
  return page.startsWith('errors/') ? 0.4 : 0.2;
}

function foundOf(result: Readonly<Record<string, unknown>>): FoundSection {
  const { page, title, section, sentence } = result;
  return {
    page: String(page),
    title: String(title),
    ...(typeof section === 'string' && section !== '' && { section }),
    sentence: String(sentence),
  };
}

function best(found: readonly FoundSection[]): readonly FoundSection[] {
  const counts = new Map<string, number>();
  return found
    .filter(({ page }) => {
      const count = (counts.get(page) ?? 0) + 1;
      counts.set(page, count);
      return count <= OF_ONE_PAGE;
    })
    .slice(0, SHOWN);
}
