// The diagnostics for event functions while typing: mistakes in the source, and in the type of the payload.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPILERS } from '../tsc/support/compilers.js';
import { openWorkspace, type Workspace } from '../tsc/support/workspace.js';
import { startTsServer, type TsServer } from './tsserver.js';

describe.each(COMPILERS)('TypeScript $version', ({ directory }) => {
  let workspace: Workspace;
  let server: TsServer;
  let file: string;

  beforeAll(() => {
    workspace = openWorkspace({ typescript: directory });
    const project = workspace.addProject('project', 'events');
    file = join(project, 'jobs.ts');
    server = startTsServer(workspace.program('typescript/lib/tsserver.js'), workspace.environment);
    server.tell('open', { file, projectRootPath: project });
  });
  afterAll(async () => {
    await server.close();
    workspace.close();
  });

  /** Returns the diagnostics after replacing a part of the file, without saving it. */
  const typed = (from: string, to: string): Promise<unknown> => {
    const insertString = readFileSync(file, 'utf8').replace(from, to);
    const all = { line: 1, offset: 1, endLine: 1_000, endOffset: 1 };
    server.tell('change', { file, ...all, insertString });
    return server.ask('semanticDiagnosticsSync', { file });
  };

  test('a mistake in a schedule is shown at its word, with a quick fix, and goes', async () => {
    expect(await typed('', '')).toEqual([]);
    const start = { line: 6, offset: 47 };
    const end = { line: 6, offset: 55 };
    expect(await typed("'minutes'", "'minute'")).toEqual([
      {
        start,
        end,
        text: "`rate(5, 'minute')` is not a rate: write the unit with `s` after a number above 1.\n  Write `'minutes'`.",
        code: 92921,
        category: 'error',
        source: 'framework',
      },
    ]);
    const place = { startLine: 6, startOffset: 47, endLine: 6, endOffset: 55 };
    expect(await server.ask('getCodeFixes', { file, ...place, errorCodes: [92921] })).toMatchObject(
      [{ fixName: 'framework', changes: [{ textChanges: [{ newText: 'minutes' }] }] }],
    );
    expect(await typed("rate(5, 'minutes')", "'cron(0 3 * * *)'")).toMatchObject([
      { code: 92922, source: 'framework' },
    ]);
    expect(await typed('', '')).toEqual([]);
  });

  test('a payload that no message can have is shown at its type, and goes', async () => {
    expect(await typed('<Order>', '<{ made: bigint }>')).toMatchObject([
      { start: { line: 7 }, code: 93001, source: 'framework' },
    ]);
    // The type is in another file than the source that uses it.
    expect(await typed('id: string', 'id: () => void')).toMatchObject([
      { start: { line: 4 }, code: 93001, source: 'framework' },
    ]);
    expect(await typed('', '')).toEqual([]);
  });
});
