// The diagnostics while typing: a real tsserver that loads this package as its plugin, through the entry that also serves
// `tsc`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { COMPILERS } from '../tsc/support/compilers.js';
import { openPatchedWorkspace, openWorkspace, type Workspace } from '../tsc/support/workspace.js';
import { startTsServer, type TsServer } from './tsserver.js';
import { sampleOf } from '../support/sample.js';

const SERVERS = [
  ...COMPILERS.map((compiler) => ({ ...compiler, name: compiler.version, open: openWorkspace })),
  { ...COMPILERS[1], name: `${COMPILERS[1].version}, patched`, open: openPatchedWorkspace },
];

const DRAWN = sampleOf('language servers', SERVERS, 3);

describe.each(DRAWN)('TypeScript $name', ({ directory, open }) => {
  let workspace: Workspace;
  let server: TsServer;
  let project: string;

  beforeAll(() => {
    workspace = open({ typescript: directory });
    project = workspace.addProject('project', 'modes');
    server = startTsServer(workspace.program('typescript/lib/tsserver.js'), workspace.environment);
    for (const name of ['streets.ts', 'cities.ts']) {
      server.tell('open', { file: join(project, name), projectRootPath: project });
    }
  });
  afterAll(async () => {
    await server.close();
    workspace.close();
  });

  /** Types a path into a file in the editor, without saving it. */
  const type = (name: string, path: string): void => {
    const file = join(project, name);
    const text = readFileSync(file, 'utf8').replace(/'\/\w+'/, `'${path}'`);
    const end = { endLine: 1_000, endOffset: 1 };
    server.tell('change', { file, line: 1, offset: 1, ...end, insertString: text });
  };
  const diagnose = (name: string): Promise<unknown> =>
    server.ask('semanticDiagnosticsSync', { file: join(project, name) });

  test('a mistake is shown with its code, its hint and its source, and goes when it is corrected', async () => {
    expect(await diagnose('streets.ts')).toEqual([]);
    type('streets.ts', '/streets/');
    expect(await diagnose('streets.ts')).toEqual([
      {
        start: { line: 3, offset: 43 },
        end: { line: 3, offset: 44 },
        text: 'The path `/streets/` ends in a slash.\n  Write `/streets`.',
        code: 92103,
        category: 'error',
        source: 'framework',
      },
    ]);
    type('streets.ts', '/streets');
    expect(await diagnose('streets.ts')).toEqual([]);
  });

  test('a conflict with another file leads there, and goes when the other file changes', async () => {
    type('streets.ts', '/cities');
    expect(await diagnose('streets.ts')).toMatchObject([
      {
        text: '`GET /cities` is declared for the view `streets`, but it is already declared for the view `cities`.\n  Remove the method from one of the two declarations, or give one of them another path.',
        code: 92207,
        relatedInformation: [
          {
            span: { file: join(project, 'cities.ts'), start: { line: 3, offset: 33 } },
            message: 'GET is declared here first.',
          },
        ],
      },
    ]);
    type('cities.ts', '/towns');
    expect(await diagnose('streets.ts')).toEqual([]);
    type('streets.ts', '/streets');
  });

  test('a correction is offered as a quick fix', async () => {
    type('streets.ts', '/streets/');
    const file = join(project, 'streets.ts');
    const place = { startLine: 3, startOffset: 43, endLine: 3, endOffset: 44 };
    expect(await server.ask('getCodeFixes', { file, ...place, errorCodes: [92103] })).toEqual([
      {
        fixName: 'framework',
        description: 'Remove the slash',
        changes: [
          {
            fileName: file,
            textChanges: [
              { start: { line: 3, offset: 43 }, end: { line: 3, offset: 44 }, newText: '' },
            ],
          },
        ],
      },
    ]);
    type('streets.ts', '/streets');
  });

  test('code that nests too deeply is shown as that while it is typed, and nothing ends', async () => {
    const file = join(project, 'streets.ts');
    const text = readFileSync(file, 'utf8');
    // TypeScript parses members in a loop; with brackets its own parser would fail first.
    const deep = `export const deep = (all: any) => all${'.a'.repeat(1200)};\n`;
    const all = { file, line: 1, offset: 1, endLine: 1_000, endOffset: 1 };
    server.tell('change', { ...all, insertString: text + deep });
    const shown = z
      .array(
        z.object({ start: z.object({ line: z.number() }), text: z.string(), code: z.number() }),
      )
      .parse(await diagnose('streets.ts'))
      .filter(({ code }) => code > 90_000);
    const line = text.split('\n').length;
    expect(shown).toEqual([
      {
        start: { line },
        code: 91003,
        text: expect.stringContaining('The code is nested too deeply to be read') as string, // because it is any
      },
    ]);
    server.tell('change', { ...all, endLine: 2_000, insertString: text });
    expect(await diagnose('streets.ts')).toEqual([]);
  });

  test('VS Code, which asks without a file which errors have fixes, hears of ours', async () => {
    const codes = await server.ask('getSupportedCodeFixes', undefined);
    expect(codes).toContain('92103');
    expect(codes).toContain('2304');
  });
});
