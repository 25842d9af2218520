// Streams in the explorer, in a browser: events as they arrive, and a button that stops them.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser, type OpenPage, openPage, reads } from './support/browser.js';
import { explore, type ExploredProject } from './support/explored-project.js';

const APP = `import { setTimeout } from 'node:timers/promises';
import { Framework, sse } from 'framework';
export const app = new Framework({ appName: 'shop' });
class Views {
  @app.route('/ticks')
  async *ticks() {
    for (let tick = 1; tick < 600; tick++) {
      yield sse({ tick }, { event: 'tick' });
      await setTimeout(100);
    }
  }
  @app.route('/late')
  async *late() {
    await setTimeout(60_000);
    yield 'late';
  }
  @app.route('/lines')
  async *lines() {
    yield { id: 1 };
    yield { id: 2 };
  }
}
`;

describeInBrowser('a stream', () => {
  let explored: ExploredProject;
  let opened: OpenPage;
  let page: Page;
  beforeAll(async () => {
    explored = await explore(APP);
    opened = await openPage();
    ({ page } = opened);
  });
  afterAll(async () => {
    await opened.close();
    await explored.stop();
  });

  const send = async (route: string): Promise<void> => {
    await page.goto(`${explored.url}/#${encodeURIComponent(route)}`);
    await page.getByRole('heading', { level: 1, name: route, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  };
  const answer = () => page.getByRole('region', { name: 'Response', exact: true });
  const stop = () => answer().getByRole('button', { name: 'Stop', exact: true });
  const result = () => answer().locator('.result').innerText();

  test('its events are shown as they come, until it is stopped', async () => {
    await send('GET /ticks');
    const events = answer().getByRole('region', { name: 'Events of the response' });
    await reads(() => events.innerText()).toMatch(
      /tick \{"tick":3\}[^]*Waiting for the next event/,
    );
    expect(await result()).toMatch(/200 OK\s+first byte after [\d.]+ ms\s+\d+ B\s+Stop/);
    await stop().click();
    await answer().getByText('Stopped here.').waitFor();
    // The total time is that of the stream, not that of its first byte.
    const [, first = '', whole = ''] = /after ([\d.]+) ms\s+([\d.]+) ms/.exec(await result()) ?? [];
    expect(Number(whole) - Number(first)).toBeGreaterThan(150);
    await expect
      .poll(() => explored.served.output())
      .toMatch(/GET \/ticks 200 .*\n {2}the client left/);
    expect(await stop().count()).toBe(0);
  });

  test('it can be stopped before its first byte', async () => {
    await send('GET /late');
    await answer().getByText('Waiting for the response.').waitFor();
    await stop().click();
    await answer().getByText('Stopped here.').waitFor();
    expect(await answer().locator('.result').count()).toBe(0);
  });

  test('one that ends shows its time, its size and what came', async () => {
    await send('GET /lines');
    await reads(() => answer().innerText()).toContain('{"id":2}');
    await reads(result).toMatch(/200 OK\s+first byte after [\d.]+ ms\s+[\d.]+ ms\s+18 B/);
  });
});
