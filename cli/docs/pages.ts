// The pages of the documentation, which are part of the package: docs/**/*.md, with one page for each error code.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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
