// A headless browser, if this machine has one.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Returns the path of a Chromium executable: `CHROME_PATH`, or the first one found; undefined if there is none. */
export function findChromium(): string | undefined {
  const given = process.env['CHROME_PATH'];
  if (given) return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const places = [
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    ...PLACES,
  ];
  return places.find(isProgram);
}

/** Opens a headless browser. */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

const CHROMIUM = findChromium();

/** The browser of the tests that run. */
let browser: Browser;

/** Describes tests that share a browser. They are skipped if this machine has none. */
export function describeInBrowser(title: string, tests: () => void): void {
  const reason = ' (not tested: there is no Chromium here; CHROME_PATH names one)';
  describe.skipIf(!CHROMIUM)(CHROMIUM ? title : title + reason, () => {
    beforeAll(async () => {
      browser = await openBrowser(CHROMIUM ?? '');
    });
    afterAll(() => browser.close());
    tests();
  });
}

export type OpenPage = {
  readonly page: Page;
  /** What the browser reports about the scripts of the page. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
};

/** Opens a page that shares no storage with other pages. */
export async function openPage(
  options: BrowserContextOptions = { viewport: { width: 1280, height: 800 } },
): Promise<OpenPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { page, complaints, close: () => context.close() };
}

/** Tests that each view passes the accessibility checker and fits the screen. `show` opens a view on the page. */
export function testAccessibility(
  views: readonly string[],
  pageOf: () => Page,
  show: (view: string) => Promise<unknown>,
): void {
  test.each(views)('nothing stands in the way of a screen reader: %s', async (view) => {
    const page = pageOf();
    await page.setViewportSize({ width: 400, height: 800 });
    await show(view);
    const isLoaded = await page.evaluate<boolean>(`'axe' in globalThis`);
    if (!isLoaded) await page.evaluate(axe.source);
    for (const width of [400, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const { problems, scrollWidth, clientWidth } = await page.evaluate<Report>(CHECKED);
        const place = `${colorScheme}, ${width} pixels`;
        expect(problems, place).toEqual([]);
        expect(scrollWidth, place).toBe(clientWidth);
      }
    }
  });
}

type Report = {
  /** The name of each rule that is broken, and the elements that break it. */
  readonly problems: readonly (readonly [string, readonly string[]])[];
  readonly scrollWidth: number;
  readonly clientWidth: number;
};

const CHECKED = `(async () => {
  const { violations } = await axe.run({ resultTypes: ['violations'] });
  const { scrollWidth, clientWidth } = document.documentElement;
  const problems = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  return { problems, scrollWidth, clientWidth };
})()`;

/**
 * Expects the final content of a page. The content is drawn shortly after an action: in another thread and, for the focus, in
 * another frame.
 */
export function reads<T>(read: () => Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
