// Each problem of starting the server has a page with its title.
import { expect, test } from 'vitest';
import { hostUnknown, portForbidden, portTaken } from '../../cli/serve/local/listen.js';
import { allPages } from '../docs/pages.js';

test('the codes of FW70 are the pages, with their titles', () => {
  const titles = [hostUnknown, portForbidden, portTaken].map(
    ({ code, title }) => `# ${code}: ${title}`,
  );
  const pages = allPages()
    .filter(({ path }) => /^docs\/errors\/FW70\d\d\.md$/.test(path))
    .map(({ text }) => text.split('\n')[0]);
  expect(pages.sort()).toEqual(titles.sort());
});
