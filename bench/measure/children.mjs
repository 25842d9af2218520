// Runs the processes to measure until they exit, and times them from the outside. An unexpected exit code causes an error that
// contains the output.
import { spawn } from 'node:child_process';

/** Measured processes must not look for credentials or for an instance's metadata. */
export const ENVIRONMENT = {
  ...process.env,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  AWS_REGION: 'us-east-1',
  NO_COLOR: '1',
};

/**
 * Runs a command until it exits.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, expectedExit?: number, env?: Record<string, string> }} [options] `env` overrides the environment
 * @returns {Promise<{ milliseconds: number, stdout: string, stderr: string }>}
 */
export async function runToEnd(command, args, { cwd, expectedExit = 0, env } = {}) {
  const start = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { ...ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (output.stderr += text));
  const exit = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const milliseconds = performance.now() - start;
  if (exit !== expectedExit) {
    const printed = output.stdout + output.stderr;
    throw new Error(`${command} ${args.join(' ')} ended with ${exit}\n${printed}`);
  }
  return { milliseconds, ...output };
}

/** Runs a script of `bench/children/` that prints one JSON value. */
export async function runChild(node, args) {
  return JSON.parse((await runToEnd(node, args)).stdout);
}
