// Takes the screenshot of the explorer for docs/images: `node tools/build.mjs && node tools/explorer-picture.mjs [FOLDER]`.
// Requires Chromium (CHROME_PATH). If a folder is given, it takes one screenshot for each width and color scheme, for review.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { loadSource } from './load-source.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const { findChromium, openBrowser } = await loadSource('test/explorer/support/browser.ts');
const { TYPED_APP } = await loadSource('test/explorer/support/typed-app.ts');
const chromium = findChromium();
if (!chromium) throw new Error('there is no Chromium here; CHROME_PATH names one');

const CITY = JSON.stringify(
  { name: 'Lisboa', country: 'PT', population: 545923, tags: ['tiles'] },
  null,
  2,
);

const [folder] = process.argv.slice(2);
const project = mkdtempSync(join(tmpdir(), 'framework-picture-'));
writeFileSync(join(project, 'app.ts'), TYPED_APP);
const server = spawn(
  process.execPath,
  ['dist/cli/main.js', 'local', '--project-dir', project, '--port', '0', '--no-reload'],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
try {
  const { url, explorer } = await addresses(server);
  const looks = folder
    ? [1280, 400].flatMap((width) => ['light', 'dark'].map((scheme) => ({ width, scheme })))
    : [{ width: 1280, scheme: 'light' }];
  for (const { width, scheme } of looks) {
    const path = folder
      ? join(folder, `explorer-${width}-${scheme}.png`)
      : 'docs/images/explorer.png';
    await picture({ url, explorer, width, scheme, path });
    process.stdout.write(`Wrote ${path}\n`);
  }
} finally {
  server.kill();
  rmSync(project, { recursive: true, force: true });
}

async function picture({ url, explorer, width, scheme, path }) {
  mkdirSync(join(path, '..'), { recursive: true });
  await fetch(`${url}/cities/lisboa`, { method: 'DELETE' });
  for (const target of ['/reports/1999', '/cities?limit=5000', '/reports/partners', '/cities/oslo'])
    await fetch(`${url}${target}`);
  const browser = await openBrowser(chromium);
  const page = await browser.newPage({ colorScheme: scheme, viewport: { width, height: 800 } });
  await page.goto(`${explorer}/#${encodeURIComponent('POST /cities')}`);
  // The types appear shortly after the routes.
  await page.getByText('Possible responses').waitFor();
  await page.getByRole('textbox', { name: 'Body' }).fill(CITY);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.result').waitFor();
  // Replace the port, which differs between runs.
  await page.locator('.address').evaluate((link) => {
    link.textContent = 'localhost:8000';
  });
  await page.screenshot({ path, fullPage: width < 900 });
  await browser.close();
}

/** Returns the URLs that the server prints when it starts. */
function addresses({ stderr }) {
  return new Promise((resolve, reject) => {
    let text = '';
    stderr.setEncoding('utf8').on('data', (part) => {
      text += part;
      const found = /on (http:\/\/localhost:\d+)[^]*Explorer on (\S+)/.exec(text);
      if (found) resolve({ url: found[1], explorer: found[2] });
    });
    stderr.on('close', () => reject(new Error(`framework local has ended:\n${text}`)));
  });
}
