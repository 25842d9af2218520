// The demonstration of a deploy runs without an account, and the README shows its output.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readPage, REPOSITORY } from './pages.js';
import { isTurn } from '../support/sample.js';

const { blocks } = readPage('README.md');

test.runIf(isTurn('long pages', 1, 3))(
  'the demonstration deploys the example, and prints what the README shows of it',
  async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(REPOSITORY, 'tools/demo-deploy.mjs')],
      { env: { ...process.env, AWS_PROFILE: 'nobody', AWS_SESSION_TOKEN: 'old' } },
    );
    const shown = blocks.find(({ language }) => language === 'console')?.text ?? '';
    // A line of dots stands for omitted lines.
    const parts = withoutChance(shown).split(/^\.\.\.\n/m);
    expect(parts.length).toBeGreaterThan(1);
    let rest = withoutChance(stdout);
    for (const part of parts) {
      expect(rest).toContain(part);
      rest = rest.slice(rest.indexOf(part) + part.length);
    }
  },
);

/** Removes times, ports, identifiers and lines about slow calls, which differ between runs, and the order of concurrent steps. */
function withoutChance(text: string): string {
  return text
    .replace(/^Waiting for the response to .*\n/gm, '')
    .replace(/\d+\.\d s\b/g, 'N s')
    .replace(/127\.0\.0\.1:\d+\/restapis\/\w+/g, 'HOST')
    .replace(/(?:^.* \(N s\)\n)+/gm, (steps) => steps.split(/^/m).sort().join(''));
}
