// What the page announces to a screen reader. The application has a separate server, so that edits of other tests are not
// announced.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser, type OpenPage, openPage, reads } from './support/browser.js';
import { APP, explore, type ExploredProject } from './support/explored-project.js';
import { TYPED_APP } from './support/typed-app.js';

describeInBrowser('announcements', () => {
  let explored: ExploredProject;
  let opened: OpenPage;

  beforeAll(async () => {
    explored = await explore(TYPED_APP.replace('city-guide', 'shop'));
    opened = await openPage();
  });
  afterAll(async () => {
    await opened.close();
    await explored.stop();
  });

  test('a reload is announced when there was one, and not when the types have been read', async () => {
    const { page } = opened;
    const status = (): Promise<string> => page.getByRole('status').last().innerText();
    await page.goto(`${explored.url}/#${encodeURIComponent('POST /cities')}`);
    // The types are read in a separate thread, and the server notifies the page when they are ready.
    const type = page.getByRole('region', { name: 'Type of the body' });
    await type.getByText('CountryCode').first().waitFor();
    expect(await status()).toBe('');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await reads(status).toMatch(/^\d{3} .+ in \d+ ms$/);
    explored.project.write('app.ts', APP);
    await reads(status).toBe('The application was reloaded.');
    await page.getByRole('link', { name: '/staff/me' }).waitFor();
  });
});
