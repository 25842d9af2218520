// Runs a built package in a separate Node.js process, as Lambda does, or in a thread, which takes a fifth of the time.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * The calls to make: `"PUT /orders/{user}/{id}": { user: 'ann', id: '7' }` is a request; `function_<name>` is an event for a
 * function.
 */
export type Calls = Readonly<Record<string, unknown>>;

/** The results by call: `200 {"hello":"world"}`, or the stack of an error that a function threw. */
export type Answers = Readonly<Record<string, string>>;

const SCRIPT = fileURLToPath(new URL('./invoke-package.mjs', import.meta.url));

export type RunOptions = { readonly node?: string; readonly flags?: readonly string[] };

/** Loads the package's `index.mjs` and makes the calls in order. */
export function runPackage(directory: string, calls: Calls, options: RunOptions = {}): Answers {
  const { node = process.execPath, flags = [] } = options;
  const child = spawnSync(node, [...flags, SCRIPT, join(directory, 'index.mjs')], {
    cwd: directory,
    input: JSON.stringify(calls),
    encoding: 'utf8',
    env: { ...process.env, LAMBDA_TASK_ROOT: directory, NODE_OPTIONS: '' },
  });
  return answersIn(child);
}

/** Makes the calls in a thread, for tests that need the results of a bundle but no separate process. */
export async function runInThread(directory: string, calls: Calls): Promise<Answers> {
  const thread = new Worker(SCRIPT, {
    argv: [join(directory, 'index.mjs')],
    workerData: JSON.stringify(calls),
    env: { ...process.env, LAMBDA_TASK_ROOT: directory },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  const ended = once(thread, 'exit');
  const [stdout, stderr] = await Promise.all([text(thread.stdout), text(thread.stderr), ended]);
  return answersIn({ stdout, stderr });
}

type Output = { readonly stdout: string; readonly stderr: string };

function answersIn({ stdout, stderr }: Output): Answers {
  const answers = /^ANSWERS (.*)$/m.exec(stdout)?.[1];
  if (answers === undefined) throw new Error(`the package did not run:\n${stdout}${stderr}`);
  return JSON.parse(answers) as Answers; // because invoke-package.mjs prints this format
}
