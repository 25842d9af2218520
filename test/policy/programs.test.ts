// The policy permits all calls that programs make when they run: each runs with packages that replace the SDK. If a title
// begins with `said:`, a warning about the operation is enough.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createCompiler } from '../../compiler/index.js';
import type { SdkUses } from '../../compiler/policy/sdk-use.js';
import { readSdkUses, type SdkUsesOptions } from '../../compiler/sdk-uses.js';
import { filesInMemory } from '../support/memory-files.js';
import { sampleOf } from '../support/sample.js';
import { generated } from './hand-made-uses.js';
import { includesArn } from '../../cli/serve/local-cloud/policy/evaluate-policies.js';
import { neededBy, readPrograms } from './programs.js';
import { runPrograms, type MadeCall, type Program } from './run-programs.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'programs-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const programs = sampleOf('programs and their policies', readPrograms(), 10);
const runs = runPrograms(root, programs);

type Limits = SdkUsesOptions['limits'];

/** The default limits, and limits that leave as much of each program unread as possible. */
const LIMITS: readonly Limits[] = [undefined, { few: 0, most: 1_000_000 }, { few: 0, most: 0 }];

function usesOf(program: Program): readonly SdkUses[] {
  return LIMITS.map((limits) =>
    readSdkUses(createCompiler(), {
      root: '/project',
      files: filesInMemory(program.files),
      environments: [program.variables],
      limits,
    }),
  );
}

function problemOf(program: Program, uses: SdkUses, call: MadeCall): string | undefined {
  const functions = call.view === null ? undefined : [call.view];
  const { document } = generated(uses.uses, { uses, functions });
  const [action, arn] = neededBy(call);
  const said = document.Statement.filter(({ Action }) => Action.includes(action));
  if (said.some(({ Resource }) => includesArn(Resource ?? [], arn))) return undefined;
  const isReported = uses.unresolved.some(({ kind }) => kind === 'computed-operation');
  if (program.title.startsWith('said:') && isReported) return undefined;
  return `${call.view ?? 'all'}: ${action} on ${arn}, allowed is ${JSON.stringify(said)}`;
}

test.each(programs.map((program, index) => [program.title, program, runs[index]] as const))(
  '%s',
  (_title, program, run) => {
    expect(run?.problem).toBeNull();
    expect(run?.calls).not.toEqual([]);
    const problems = usesOf(program).flatMap((uses, index) =>
      (run?.calls ?? []).flatMap((call) => {
        const problem = problemOf(program, uses, call);
        return problem === undefined ? [] : [{ limits: LIMITS[index], problem }];
      }),
    );
    expect(problems).toEqual([]);
  },
);
