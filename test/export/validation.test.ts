// The tools validate the exports of fixtures without a cloud.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportFixtures } from './fixture-exports.js';
import { isFull, isTurn } from '../support/sample.js';
import { terraform, terraformInit, whyNoTerraform } from './terraform.js';

const LINTER = process.env['CFN_LINT'] ?? 'cfn-lint';
const MINUTES = 5 * 60_000;
// The tools take turns. Even asking for their versions takes seconds.
const OTHER_DAY = 'which runs on another day';
const noTerraform = isTurn('exports that tools read', 0, 2) ? whyNoTerraform() : OTHER_DAY;
const noLinter = isTurn('exports that tools read', 1, 2) ? whyNoLinter() : OTHER_DAY;

describe.skipIf(noTerraform !== undefined)(`terraform, ${noTerraform ?? 'which is here'}`, () => {
  test(
    'validates the exports of fixtures',
    async () => {
      const { folder, names, refused } = await exportFixtures('terraform');
      expect(refused).toEqual([]);
      if (isFull) expect(names.length).toBeGreaterThan(40);
      // A single run for all: each is a module.
      const modules = names.map((name) => [name, { source: `./${name}` }] as const);
      const root = JSON.stringify({ module: Object.fromEntries(modules) });
      writeFileSync(join(folder, 'main.tf.json'), root);
      await terraformInit(folder);
      const { exitCode, out } = await terraform('validate', folder);
      expect(exitCode, out).toBe(0);
      expect(out).toContain('Success! The configuration is valid.');
    },
    MINUTES,
  );
});

describe.skipIf(noLinter !== undefined)(`cfn-lint, ${noLinter ?? 'which is here'}`, () => {
  test(
    'finds nothing in the templates of fixtures',
    async () => {
      const { folder, names, refused } = await exportFixtures('cloudformation');
      expect(refused).toEqual([]);
      const files = names.map((name) => join(folder, name, 'template.json'));
      const { status, stdout } = spawnSync(LINTER, ['-r', 'us-east-1', '-t', ...files], {
        encoding: 'utf8',
      });
      expect([status, stdout]).toEqual([0, '']);
    },
    MINUTES,
  );
});

function whyNoLinter(): string | undefined {
  const { error, status } = spawnSync(LINTER, ['--version']);
  if (!error && status === 0) return undefined;
  const reason = `${LINTER} cannot be run, and CFN_LINT names no other`;
  process.stderr.write(`Tests with cfn-lint are left out: ${reason}.\n`);
  return reason;
}
