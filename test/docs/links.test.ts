// Links between pages lead to existing targets.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { allPages, readPage, REPOSITORY, type Page } from './pages.js';

test('every relative link of a page leads to a file, and its anchor to a heading', () => {
  expect(allPages().flatMap(brokenLinks)).toEqual([]);
});

function brokenLinks(page: Page): readonly string[] {
  const prose = page.text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link))
    .map((link) => `${page.path}: ${link}`);
}

function leadsSomewhere(page: Page, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page.path : posix.join(posix.dirname(page.path), path);
  if (!existsSync(join(REPOSITORY, target))) return false;
  return anchor === undefined || headings(readPage(target).text).includes(anchor);
}

/** Returns anchors as GitHub generates them. */
function headings(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}
