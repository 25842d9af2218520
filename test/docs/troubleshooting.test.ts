// The page that lists the problems of deploying contains all of them, by the titles of their pages.
import { expect, test } from 'vitest';
import { readErrorPages } from '../support/error-pages.js';
import { readPage } from './pages.js';

const { text } = readPage('docs/guide/troubleshooting.md');

test('every problem of deploying stands once in docs/guide/troubleshooting.md, under its title', () => {
  const listed = [...text.matchAll(/^\| \[(FW\d{4})\]\(\.\.\/errors\/\1\.md\) +\| (.*?) +\|/gm)];
  const titles = readErrorPages()
    .filter(({ code }) => /^FW6(?:0|1|2[0-2458]|3|5)/.test(code))
    .map(({ code, text: page }) => [code, /^# FW\d{4}: (.*)/.exec(page)?.[1]]);
  expect(listed.map(([, code, title]) => [code, title]).sort()).toEqual(titles.sort());
});
