// The ways to run the transformer that ts-patch offers, with this Node.js and with those that NODE22 and NODE24 name. ts-patch
// 4 is not a dependency, because it installs without warnings only on Node.js 22.15 and later: TS_PATCH_4 names its folder in
// an installation that also contains TypeScript (`npm install --prefix <folder> ts-patch@4 typescript@6`).
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleOf } from '../support/sample.js';
import { COMPILERS } from './support/compilers.js';
import { openWorkspace, type Workspace, type WorkspaceOptions } from './support/workspace.js';

const [, latest] = COMPILERS;
const { NODE22, NODE24, TS_PATCH_4 } = process.env;

const ERROR = `streets.ts(3,43): error TS92103: The path \`/streets/\` ends in a slash.
  Write \`/streets\`.
`;

type Way = 'tspc' | 'tsc';

const MODES = [
  ...COMPILERS.map((compiler) => ({
    ...compiler,
    node: process.execPath,
    ways: ['tspc'] as const,
  })),
  ...[NODE22, NODE24].flatMap((node) =>
    node === undefined ? [] : [{ ...latest, node, ways: ['tspc', 'tsc'] as const }],
  ),
];

test.each(sampleOf('ways of ts-patch', MODES, 4))(
  'TypeScript $version fails for a wrong route and binds the others: $ways, $node',
  ({ directory, node, ways }) => checkWays({ typescript: directory, node }, ways),
);

const modern = [process.execPath, NODE22, NODE24].find(isModern);
test.runIf(TS_PATCH_4 !== undefined && modern !== undefined)(
  'the same with ts-patch 4, which needs Node.js 22.15 and TypeScript 6',
  () => {
    const options = { typescript: latest.directory, node: modern ?? '', tsPatch: TS_PATCH_4 ?? '' };
    checkWays(options, ['tspc', 'tsc']);
  },
);

/** Checks the ways: `tspc` patches in memory; `tsc` fails by itself after `ts-patch install`. */
function checkWays(options: WorkspaceOptions, ways: readonly Way[]): void {
  const workspace = openWorkspace(options);
  onTestFinished(() => workspace.close());
  const project = workspace.addProject('project', 'modes');
  const file = join(project, 'streets.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace("'/streets'", "'/streets/'"));
  for (const way of ways) {
    const program = way === 'tspc' ? 'ts-patch/bin/tspc.js' : 'typescript/bin/tsc';
    if (way === 'tsc') install(workspace);
    const run = workspace.run(project, [workspace.program(program), '-p', '.']);
    expect(run).toEqual({ exitCode: 2, output: ERROR });
    const emitted = join(project, 'dist/cities.js');
    expect(readFileSync(emitted, 'utf8')).toContain('app.$call(["');
    rmSync(emitted);
  }
}

function install(workspace: Workspace): void {
  const { directory, program, run } = workspace;
  const { exitCode, output } = run(directory, [program('ts-patch/bin/ts-patch.js'), 'install']);
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
}

function isModern(node: string | undefined): boolean {
  if (node === undefined) return false;
  const version = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 15);
}
