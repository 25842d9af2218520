// A patched `tsc` fails for an invalid route in every mode, and for none that was corrected, even if the correction is in
// another file. One mode runs the program itself; the others run in a process that has it loaded.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../support/sample.js';
import { COMPILERS } from './support/compilers.js';
import { type PatchedCompiler, startPatchedCompiler } from './support/patched-compiler.js';
import { openPatchedWorkspace, type Run, type Workspace } from './support/workspace.js';

type Step = 'sound' | 'broken' | 'unchanged' | 'corrected elsewhere' | 'broken again';

type Mode = {
  readonly name: string;
  readonly args: readonly string[];
  /** Options in the tsconfig. */
  readonly options?: Readonly<Record<string, boolean>>;
  /** The exit code after each step. */
  readonly exits: readonly (readonly [step: Step, exitCode: number])[];
  /** Whether JavaScript is emitted although the application is invalid. */
  readonly emits: boolean;
};

const ONCE = [
  ['broken', 2],
  ['corrected elsewhere', 0],
] as const;

/** In these modes, TypeScript uses its cache. */
const REMEMBERING = ['--incremental', '-b'];

const MODES: readonly Mode[] = [
  { name: '-p', args: ['-p', '.'], exits: ONCE, emits: true },
  { name: '--noEmit', args: ['-p', '.', '--noEmit'], exits: ONCE, emits: false },
  {
    name: '--noEmitOnError',
    args: ['-p', '.', '--noEmitOnError'],
    exits: [
      ['broken', 1],
      ['corrected elsewhere', 0],
    ],
    emits: false,
  },
  {
    name: '--incremental',
    args: ['-p', '.', '--incremental'],
    exits: [
      ['broken', 2],
      ['unchanged', 2],
      ['corrected elsewhere', 0],
      ['unchanged', 0],
      ['broken again', 2],
    ],
    emits: true,
  },
  {
    name: '--incremental --noEmit',
    args: ['-p', '.', '--incremental', '--noEmit'],
    exits: [
      ['broken', 2],
      ['unchanged', 1],
      ['corrected elsewhere', 0],
    ],
    emits: false,
  },
  {
    name: '-b',
    args: ['-b'],
    exits: [
      ['broken', 1],
      ['unchanged', 1],
      ['corrected elsewhere', 0],
      ['unchanged', 0],
      ['broken again', 1],
    ],
    emits: true,
  },
  {
    name: '-b, with composite',
    args: ['-b'],
    options: { composite: true },
    exits: [
      ['broken', 1],
      ['unchanged', 1],
      ['corrected elsewhere', 0],
    ],
    emits: true,
  },
  {
    name: '-b, with noEmitOnError',
    args: ['-b'],
    options: { noEmitOnError: true },
    exits: [
      ['sound', 0],
      ['broken', 1],
      ['unchanged', 1],
      ['corrected elsewhere', 0],
    ],
    emits: true, // from the previous build
  },
  {
    name: '-b --noEmit',
    args: ['-b', '--noEmit'],
    exits: [
      ['broken', 1],
      ['unchanged', 1],
      ['corrected elsewhere', 0],
    ],
    emits: false,
  },
];

const ERROR = `streets.ts(3,34): error TS92207: \`GET /cities\` is declared for the view \`streets\`, but it is already declared for the view \`cities\`.
  Remove the method from one of the two declarations, or give one of them another path.
`;

const DRAWN = sampleOf('compilers with modes', COMPILERS, 2);

describe.each(DRAWN)('TypeScript $version', ({ directory, version }) => {
  const isLatest = version === COMPILERS[1].version;
  const modes = MODES.filter(({ name }) => isLatest || REMEMBERING.includes(name));
  let workspace: Workspace;
  let compiler: PatchedCompiler;

  beforeAll(() => {
    workspace = openPatchedWorkspace({ typescript: directory });
    compiler = startPatchedCompiler(workspace);
  });
  afterAll(() => {
    compiler.close();
    workspace.close();
  });

  const runTsc = async (mode: Mode, project: string): Promise<Run> =>
    mode.name === '-p'
      ? workspace.run(project, [workspace.program('typescript/bin/tsc'), ...mode.args])
      : compiler.run(project, mode.args);

  test.each(sampleOf(`modes of tsc ${version}`, modes, 5))('tsc $name', async (mode) => {
    const { name, options, exits, emits } = mode;
    const project = workspace.addProject(name.replaceAll(' ', ''), 'modes');
    changeOptions(project, options);
    const edit = (file: string, path: string): void => {
      const text = readFileSync(join(project, file), 'utf8');
      writeFileSync(join(project, file), text.replace(/'\/\w+'/, `'${path}'`));
    };
    const steps: Record<Step, () => void> = {
      sound: () => undefined,
      broken: () => edit('streets.ts', '/cities'),
      unchanged: () => undefined,
      'corrected elsewhere': () => edit('cities.ts', '/towns'),
      'broken again': () => edit('cities.ts', '/cities'),
    };
    let isBroken = false;
    for (const [step, exitCode] of exits) {
      steps[step]();
      if (step !== 'unchanged') isBroken = step.startsWith('broken');
      const run = await runTsc(mode, project);
      const output = run.output.replace(/^\d.*\n/gm, '');
      expect({ step, exitCode: run.exitCode, output }).toEqual({
        step,
        exitCode,
        output: isBroken ? ERROR : '',
      });
      if (step === 'broken') expect(existsSync(join(project, 'dist/app.js'))).toBe(emits);
    }
    rmSync(project, { recursive: true });
  });
});

function changeOptions(project: string, changes: object = {}): void {
  const path = join(project, 'tsconfig.json');
  const { compilerOptions, ...config } = JSON.parse(readFileSync(path, 'utf8')) as TsConfig; // because the fixture is one
  const changed = { ...config, compilerOptions: { ...compilerOptions, ...changes } };
  writeFileSync(path, JSON.stringify(changed));
}

type TsConfig = { readonly compilerOptions: object };
