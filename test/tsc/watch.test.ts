// `tsc --watch`, patched: each saved file gives the current findings and output.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleOf } from '../support/sample.js';
import { COMPILERS } from './support/compilers.js';
import { openPatchedWorkspace, type Workspace } from './support/workspace.js';

/** Runs `tsc --watch`; `next` resolves with what it prints until it waits for changes again. */
function watch(workspace: Workspace, project: string): { readonly next: () => Promise<string> } {
  const args = [workspace.program('typescript/bin/tsc'), '-p', '.', '--watch'];
  const child = spawn(process.execPath, [...args, '--preserveWatchOutput'], {
    cwd: project,
    env: workspace.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill();
  });
  let text = '';
  let notify = (): void => undefined;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    notify();
  });
  const next = async (): Promise<string> => {
    for (;;) {
      const round = /^[^]*?Found \d+ errors?\. Watching for file changes\.\n/.exec(text)?.[0];
      if (round !== undefined) {
        text = text.slice(round.length);
        return round.replaceAll(/^.*(?:Starting|File change).*\n|^\d.*? - |^\n/gm, '');
      }
      await new Promise<void>((done) => (notify = done));
    }
  };
  return { next };
}

const compilers = sampleOf('compilers that watch', COMPILERS, 4);

describe.each(compilers)('TypeScript $version', ({ directory }) => {
  test('an error comes with its cause and goes with it, and so do views and manifest', async () => {
    const workspace = openPatchedWorkspace({ typescript: directory });
    onTestFinished(() => workspace.close());
    const project = workspace.addProject('project', 'modes');
    const edit = (file: string, path: string): void => {
      const text = readFileSync(join(project, file), 'utf8');
      writeFileSync(join(project, file), text.replace(/'\/\w+'/, `'${path}'`));
    };
    const read = (file: string): string => readFileSync(join(project, 'dist', file), 'utf8');

    const { next } = watch(workspace, project);
    expect(await next()).toBe('Found 0 errors. Watching for file changes.\n');
    expect(read('cities.js')).toContain('"/cities"');

    edit('streets.ts', '/cities');
    expect(await next()).toMatchInlineSnapshot(`
      "streets.ts(3,34): error TS92207: \`GET /cities\` is declared for the view \`streets\`, but it is already declared for the view \`cities\`.
        Remove the method from one of the two declarations, or give one of them another path.
      Found 1 error. Watching for file changes.
      "
    `);

    edit('cities.ts', '/towns');
    expect(await next()).toBe('Found 0 errors. Watching for file changes.\n');
    expect(read('cities.js')).toContain('"/towns"');
    expect(read('manifest.json')).toContain('"/towns"');
  });
});
