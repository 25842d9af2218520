// A headless browser, if this machine has one.
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { expect } from 'vitest';

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
