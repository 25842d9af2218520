// swc in a process of its own, for a text that may nest deeper than its stack reaches: where that stack ends, only the
// other process ends. Nothing but generated and damaged files comes here, so a tenth of a second to start it is fine.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

/** A function of swc's native binding with its arguments; the options are JSON. */
export type ApartCall = {
  readonly name: 'parseSync' | 'transformSync';
  readonly text: string;
  readonly options: string;
};

export type ApartAnswer =
  | { readonly kind: 'answer'; readonly answer: unknown }
  /** What swc says against the text. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The stack ended, or the time. */
  | { readonly kind: 'ended' };

/** Runs a call in another process. */
export function callApart(call: ApartCall): ApartAnswer {
  const binding = createRequire(import.meta.url).resolve('@swc/core/binding.js');
  const { stdout, status } = spawnSync(process.execPath, ['-e', PROGRAM], {
    input: JSON.stringify({ ...call, binding }),
    // An editor's program is Node when it is told so; the options of the process above are not for this one.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
    timeout: MOST_MILLISECONDS,
    killSignal: 'SIGKILL',
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  if (status !== 0) return { kind: 'ended' };
  return JSON.parse(stdout) as ApartAnswer; // because the program below writes one
}

const MOST_BYTES = 512 * 1024 * 1024;

/** A file of some megabytes takes a second. */
const MOST_MILLISECONDS = 20_000;

/** The work is done in a thread, whose stack is the same on every system: the same texts are refused everywhere. */
const PROGRAM = `
const { Worker } = require('node:worker_threads');
const WORK = ${JSON.stringify(`
const { parentPort, workerData } = require('node:worker_threads');
const { binding, name, text, options } = workerData;
try {
  const swc = require(binding);
  const bytes = Buffer.from(options);
  const answer = name === 'parseSync' ? swc.parseSync(text, bytes) : swc.transformSync(text, false, bytes);
  parentPort.postMessage({ kind: 'answer', answer });
} catch (error) {
  parentPort.postMessage({ kind: 'refused', message: String(error?.message ?? error) });
}`)};
let input = '';
process.stdin.setEncoding('utf8').on('data', (part) => (input += part)).on('end', () => {
  const worker = new Worker(WORK, {
    eval: true,
    workerData: JSON.parse(input),
    resourceLimits: { stackSizeMb: 4 },
  });
  worker.once('message', (answer) => process.stdout.write(JSON.stringify(answer)));
  worker.once('error', () => process.exit(1));
});
`;
