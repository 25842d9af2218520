// Runs swc in another process for a text whose nesting may overflow the stack, or whose lines are very long. A stack overflow
// or a panic then ends only that process. Only generated and damaged files need this, so a startup time of 0.1 seconds is
// acceptable.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type * as Documented from '@swc/core';
import type * as Binding from '@swc/core/binding.js';
import { once } from '../groups.js';

export type ApartCall = {
  readonly swc: Pick<Swc, 'isBinding' | 'module'>;
  readonly name: 'parseSync' | 'transformSync';
  readonly text: string;
  readonly options: string;
};

export type ApartAnswer =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly message: string } // swc reported an error
  /** The call did not return: the stack overflowed, the parser panicked, or the call timed out. */
  | { readonly kind: 'ended' };

export function callApart({ swc, ...call }: ApartCall): ApartAnswer {
  const module = createRequire(import.meta.url).resolve(swc.module);
  const { stdout, status } = spawnSync(process.execPath, ['-e', PROGRAM], {
    input: JSON.stringify({ ...call, module, isBinding: swc.isBinding }),
    // In an editor, this variable makes the editor's executable run as Node.js. The command-line options of this process do not
    // apply to the other process.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
    timeout: MOST_MILLISECONDS,
    killSignal: 'SIGKILL',
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  if (status !== 0) return { kind: 'ended' };
  return JSON.parse(stdout) as ApartAnswer; // because the program below writes this format
}

const MOST_BYTES = 512 * 1024 * 1024;

/** The time limit. Parsing a file of several megabytes takes about one second. */
const MOST_MILLISECONDS = 20_000;

/** The parser runs in a thread with a fixed stack size, so the same texts are rejected on every system. */
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

// Chooses between swc's native binding and its documented functions. The binding loads twice as fast, and returns the tree as
// JSON text, so that bodies can be cut out before the text is parsed (see `pruneBodies`). swc does not document the binding, so
// it is used only with tested versions. With any other version, the documented functions are used.

/** The versions with which the tests in this folder have passed. */
export const TESTED_VERSIONS: readonly string[] = ['1.16.18'];

export type Swc = {
  /** False if `parse` returns a tree. Nothing can be omitted from a tree. */
  readonly isBinding: boolean;
  /** The module to load in another process. */
  readonly module: string;
  /** Parses a text. Throws if it has a syntax error. */
  readonly parse: (text: string, options: string) => string | Documented.Program;
  readonly parseAhead?: (text: string, options: string) => Promise<string>;
  readonly transform: (text: string, options: string) => Documented.Output;
};

export type Load = (specifier: string) => unknown;

export function chooseSwc(load: Load): Swc {
  const binding = isTested(load) ? loadBinding(load) : undefined;
  if (binding) {
    return {
      isBinding: true,
      module: BINDING,
      parse: (text, options) => binding.parseSync(text, Buffer.from(options)),
      parseAhead: (text, options) => binding.parse(text, Buffer.from(options)),
      transform: (text, options) => binding.transformSync(text, false, Buffer.from(options)),
    };
  }
  const documented = load(PACKAGE) as typeof Documented; // because the package declares this type
  return {
    isBinding: false,
    module: PACKAGE,
    parse: (text, options) =>
      documented.parseSync(text, JSON.parse(options) as Documented.ParseOptions), // because this folder creates them
    transform: (text, options) =>
      documented.transformSync(text, JSON.parse(options) as Documented.Options), // because this folder creates them
  };
}

const PACKAGE = '@swc/core';
const BINDING = '@swc/core/binding.js';

function isTested(load: Load): boolean {
  const { version } = load(`${PACKAGE}/package.json`) as { readonly version?: string }; // because each package has a version
  return TESTED_VERSIONS.includes(version ?? '');
}

function loadBinding(load: Load): typeof Binding | undefined {
  try {
    const binding = load(BINDING) as Partial<typeof Binding>; // because the presence of each function is checked below
    const isWhole =
      typeof binding.parse === 'function' &&
      typeof binding.parseSync === 'function' &&
      typeof binding.transformSync === 'function';
    return isWhole ? binding : undefined; // because all three functions are present
  } catch {
    // If the installation is broken, loading the package itself reports this.
    return undefined;
  }
}

export const theSwc: () => Swc = once(() => chooseSwc(createRequire(import.meta.url)));
