// Runs a built package in a Node.js process of its own, as Lambda would.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `"PUT /orders/{user}/{id}": { user: 'ann', id: '7' }` is a request; `function_<name>` an event for a function. */
export type Calls = Readonly<Record<string, unknown>>;

/** The answers by call: `200 {"hello":"world"}`, or the stack of what a function threw. */
export type Answers = Readonly<Record<string, string>>;

const SCRIPT = fileURLToPath(new URL('./invoke-package.mjs', import.meta.url));

export type RunOptions = { readonly node?: string; readonly flags?: readonly string[] };

/** Loads `index.mjs` of the package and makes the calls in their order. */
export function runPackage(directory: string, calls: Calls, options: RunOptions = {}): Answers {
  const { node = process.execPath, flags = [] } = options;
  const child = spawnSync(node, [...flags, SCRIPT, join(directory, 'index.mjs')], {
    cwd: directory,
    input: JSON.stringify(calls),
    encoding: 'utf8',
    env: { ...process.env, LAMBDA_TASK_ROOT: directory, NODE_OPTIONS: '' },
  });
  const answers = /^ANSWERS (.*)$/m.exec(child.stdout)?.[1];
  if (answers === undefined)
    throw new Error(`the package did not run:\n${child.stdout}${child.stderr}`);
  return JSON.parse(answers) as Answers; // because invoke-package.mjs prints that
}
