// Runs Terraform, if this machine has it: `TERRAFORM` names the program, which defaults to the one on PATH. `TERRAFORM_PLUGINS`
// names a folder of providers; if it is not set, `terraform init` uses the registry.
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';

const PROGRAM = process.env['TERRAFORM'] ?? 'terraform';
const PLUGINS = process.env['TERRAFORM_PLUGINS'];

/**
 * Returns the reason why tests with Terraform are skipped; undefined if they run. The reason is also printed to stderr, so that
 * tests are never skipped silently.
 */
export function whyNoTerraform(): string | undefined {
  const reason = findReason();
  if (reason !== undefined) process.stderr.write(`Tests with Terraform are left out: ${reason}.\n`);
  return reason;
}

function findReason(): string | undefined {
  const { error, status } = spawnSync(PROGRAM, ['version'], { env: environmentOf({}) });
  if (error || status !== 0) return `${PROGRAM} cannot be run, and TERRAFORM names no other`;
  if (PLUGINS === undefined) return 'TERRAFORM_PLUGINS names no folder with the AWS provider';
  return undefined;
}

export type TerraformRun = {
  readonly exitCode: number;
  readonly out: string;
};

const run = promisify(execFile);

/** Runs `terraform <line>` in a folder; with a cloud, Terraform connects only to that cloud. */
export async function terraform(
  line: string,
  cwd: string,
  cloud?: TestCloud,
): Promise<TerraformRun> {
  const env = environmentOf(cloud?.environment ?? {});
  const words = [...line.split(' '), '-no-color'];
  try {
    const { stdout, stderr } = await run(PROGRAM, words, { cwd, env, maxBuffer: 64 * 1024 ** 2 });
    return { exitCode: 0, out: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }; // because execFile rejects with these properties
    return { exitCode: code, out: stdout + stderr };
  }
}

export async function terraformInit(cwd: string): Promise<void> {
  const { exitCode, out } = await terraform(`init -plugin-dir=${PLUGINS ?? ''}`, cwd);
  if (exitCode !== 0) throw new Error(out);
}

function environmentOf(more: Readonly<Record<string, string>>): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    CHECKPOINT_DISABLE: '1',
    TF_CLI_CONFIG_FILE: '/dev/null',
    TF_IN_AUTOMATION: '1',
    AWS_REGION: 'us-east-1',
    ...more,
  };
}
