// Reads the documentation pages, which are part of the package: docs/**/*.md, including one page for each error code.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';

export type DocPage = {
  /** The path below `docs/` without `.md`, for example `guide/cors`. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
};

export type ErrorPage = Pick<DocPage, 'title' | 'text'> & { readonly code: string };

/** Reads the pages in the package's `docs/` directory, by name. */
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

/** Reads the pages for error codes, by code. Their titles do not contain the code. */
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

/** A section of a page with its heading. The text before the first section heading is a section without a heading. */
export type Section = { readonly heading: string | undefined; readonly text: string };

/** Splits a page into sections at its second- and third-level headings. Headings inside code blocks do not count. */
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

/** Returns the first sentence of the first paragraph, without link markup; empty if the text contains only code. */
export function firstSentence(text: string): string {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  const paragraph = prose.split(/\n\s*\n/).find((part) => /^[^|#<!\s]/.test(part)) ?? '';
  const line = plain(paragraph.replace(/^[-*] /, '').replaceAll('\n', ' '));
  return (/^(?:`[^`]*`|[^`])*?[.:!?](?= |$)/.exec(line)?.[0] ?? line).replace(/:$/, '.');
}

/** Converts links such as `[CORS](cors.md)` to their text, `CORS`. */
function plain(markdown: string): string {
  return markdown.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
}

export type FoundSection = {
  readonly page: string;
  readonly title: string;
  /** The heading of the section; absent for the beginning of a page. */
  readonly section?: string;
  readonly sentence: string;
};

type Entry = FoundSection & { readonly id: number; readonly text: string };

/** The maximum number of sections in the results, and of sections from the same page. */
const SHOWN = 10;
const OF_ONE_PAGE = 2;

/** Returns a function that lists the best sections first: those with all words or, if there are none, with some. */
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
  // The incorrect and the correct code for an error belong together, so each error page is one section.
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

/** Reduces a word to its stem: `queue` also finds `queues`. */
function stem(term: string): string {
  return term.length > 3 ? term.replace(/(?<![su])s$/, '') : term;
}

/** Ranks pages for users of the framework above reference pages, error pages, and pages for the framework's developers. */
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
