// The pages of the documentation, which are part of the package: docs/**/*.md, with one page for each error code.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';

/** A page. */
export type DocPage = {
  /** Its path below `docs/`, without `.md`: `guide/cors`. */
  readonly name: string;
  readonly title: string;
  /** Markdown, with the heading. */
  readonly text: string;
};

/** A page of `docs/errors/`. */
export type ErrorPage = Pick<DocPage, 'title' | 'text'> & { readonly code: string };

/** All pages below the directory of the package, by name. */
export function readDocPages(packageDirectory: string): DocPage[] {
  const directory = join(packageDirectory, 'docs');
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => path.replaceAll('\\', '/').slice(0, -'.md'.length))
    .sort()
    .map((name) => {
      const text = readFileSync(join(directory, `${name}.md`), 'utf8');
      return { name, title: titleOf(text), text };
    });
}

/** The pages of error codes, by code; titles are without the code. */
export function readErrorPages(packageDirectory: string): ErrorPage[] {
  const directory = join(packageDirectory, 'docs/errors');
  return readdirSync(directory)
    .filter((name) => /^FW\d{4}\.md$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(directory, name), 'utf8');
      return {
        code: name.slice(0, -'.md'.length),
        title: titleOf(text).replace(/^FW\d{4}: /, ''),
        text,
      };
    });
}

function titleOf(text: string): string {
  return /^# (.*)$/m.exec(text)?.[1] ?? '';
}

/** A part of a page under a heading of its own; the part before the first such heading has none. */
export type Section = { readonly heading: string | undefined; readonly text: string };

/** The sections of a page, at its headings of the second and third level. Headings within code do not count. */
export function sectionsOf({ text }: Pick<DocPage, 'text'>): Section[] {
  const sections: { heading: string | undefined; lines: string[] }[] = [
    { heading: undefined, lines: [] },
  ];
  let isCode = false;
  for (const line of text.replace(/^[^]*?^# .*$/m, '').split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const heading = isCode ? undefined : /^###? (.*)$/.exec(line)?.[1];
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ heading: plain(heading), lines: [] });
  }
  return sections.map(({ heading, lines }) => ({ heading, text: lines.join('\n').trim() }));
}

/** The first sentence of the first paragraph, without the marks of links; empty when there is only code. */
export function firstSentence(text: string): string {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  const paragraph = prose.split(/\n\s*\n/).find((part) => /^[^|#<!\s]/.test(part)) ?? '';
  const line = plain(paragraph.replace(/^[-*] /, '').replaceAll('\n', ' '));
  return (/^(?:`[^`]*`|[^`])*?[.:!?](?= |$)/.exec(line)?.[0] ?? line).replace(/:$/, '.');
}

/** `[CORS](cors.md)` is `CORS`. */
function plain(markdown: string): string {
  return markdown.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
}

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
