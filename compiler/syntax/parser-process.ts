// Runs swc in another process for a string that may nest too deeply for its stack or has very long lines. A stack overflow or a
// panic then ends only that process. Only generated and damaged files need this, so a start of a tenth of a second is fine.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Swc } from './swc-binding.js';

/** A function of swc with its arguments; the options are JSON. */
export type ApartCall = {
  readonly swc: Pick<Swc, 'isBinding' | 'module'>;
  readonly name: 'parseSync' | 'transformSync';
  readonly text: string;
  readonly options: string;
};

export type ApartAnswer =
  | { readonly kind: 'answer'; readonly answer: unknown }
  /** The error of swc. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The stack overflowed, the parser panicked, or it timed out. */
  | { readonly kind: 'ended' };

/** Runs a call in another process. */
export function callApart({ swc, ...call }: ApartCall): ApartAnswer {
  const module = createRequire(import.meta.url).resolve(swc.module);
  const { stdout, status } = spawnSync(process.execPath, ['-e', PROGRAM], {
    input: JSON.stringify({ ...call, module, isBinding: swc.isBinding }),
    // An editor's program runs as Node.js with this variable. The options of this process do not apply to the other one.
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

/** A file of several megabytes takes a second. */
const MOST_MILLISECONDS = 20_000;

/** The parser runs in a thread, whose stack size is the same on every system, so the same texts are rejected everywhere. */
const PROGRAM = `
const { Worker } = require('node:worker_threads');
const WORK = ${JSON.stringify(`
const { parentPort, workerData } = require('node:worker_threads');
const { module, isBinding, name, text, options } = workerData;
try {
  const swc = require(module);
  const given = isBinding ? Buffer.from(options) : JSON.parse(options);
  const rest = isBinding && name === 'transformSync' ? [false, given] : [given];
  const answer = swc[name](text, ...rest);
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
