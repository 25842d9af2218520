// A headless browser, if this machine has one.
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { describe, expect, test } from 'vitest';

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

/** Opens a browser with a separate profile folder, which is emptied when the browser closes. */
export async function openBrowser(
  executablePath: string,
  options: BrowserContextOptions = {},
): Promise<{ readonly context: BrowserContext; readonly close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'framework-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    ...options,
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const CHROMIUM = findChromium();

/** Describes tests in a browser. They are skipped if this machine has none. */
export function describeInBrowser(title: string, tests: () => void): void {
  const reason = ' (not tested: there is no Chromium here; CHROME_PATH names one)';
  describe.skipIf(!CHROMIUM)(CHROMIUM ? title : title + reason, tests);
}

export type OpenPage = {
  readonly page: Page;
  /** What the browser reports about the scripts of the page. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
};

/** Opens a page in a browser of its own. */
export async function openPage(
  options: BrowserContextOptions = { viewport: { width: 1280, height: 800 } },
): Promise<OpenPage> {
  const { context, close } = await openBrowser(CHROMIUM ?? '', options);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { page, complaints, close };
}

/** Tests that each view passes the accessibility checker and fits the screen. `show` opens a view. */
export function testAccessibility(
  views: readonly string[],
  show: (page: Page, view: string) => Promise<unknown>,
): void {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 400],
    ['dark', 400],
  ] as const)(
    'nothing stands in the way of a screen reader: %s, %i pixels',
    async (colorScheme, width) => {
      // The accessibility checker itself executes code from text.
      const options = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true };
      const { page, close } = await openPage(options);
      try {
        for (const view of views) {
          await show(page, view);
          await page.evaluate(axe.source);
          const { violations } = await page.evaluate<Report>('axe.run()');
          const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
          expect(found, view).toEqual([]);
          const { scrollWidth, clientWidth } = await page.evaluate<Widths>(WIDTHS);
          expect(scrollWidth, view).toBe(clientWidth);
        }
      } finally {
        await close();
      }
    },
  );
}

type Report = {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { html: string }[];
  }[];
};

type Widths = { readonly scrollWidth: number; readonly clientWidth: number };

const WIDTHS =
  '(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)';

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
